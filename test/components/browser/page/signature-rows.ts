import { ok } from '../../../../src/domain/core/result.ts';
import type { SignatureRow } from '../../../../src/domain/signatures/signature-record.ts';
import type { FakeBridge } from '../../../support/fake-bridge.ts';

/** Answers about signatures: three CIDs that nobody signed, until a test says otherwise. */
export class SignatureRows {
  readonly #bridge: FakeBridge;
  #count = 3;

  constructor(bridge: FakeBridge) {
    this.#bridge = bridge;
    bridge.answer('signatures.counts', () =>
      ok({
        all: this.#count,
        statuses: { valid: 0, noMatch: 0, unchecked: 0, malformed: 0, notSigned: this.#count },
        signers: [],
      }),
    );
    bridge.answer('signatures.unfetched', () => ok({ files: 0 }));
    bridge.answer('signatures.page', ({ from, to }) =>
      ok({
        rows: Array.from({ length: this.#count }, (_, place) => unsigned(place)).slice(from, to),
        count: this.#count,
      }),
    );
  }

  /** From now on there are this many. */
  become(count: number): void {
    this.#count = count;
    this.#bridge.announce('signatures.changed');
  }
}

const unsigned = (place: number): SignatureRow => ({
  ...({ network: 'public', signature: null, status: 'notSigned', address: null, date: null, file: null } as const),
  ...{ fetchedAtMs: 0, checkedAtMs: null, files: 0 },
  // As long as a real one, because the room for it counts.
  cid: `bafkrei${'abc'[place % 3]!.repeat(51)}y`,
});
