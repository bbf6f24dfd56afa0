import { ok } from '../../../../src/domain/core/result.ts';
import { signerAddress } from '../../../../src/domain/signatures/known-signer.ts';
import type { SignatureRow, SignatureStatus } from '../../../../src/domain/signatures/signature-record.ts';
import type { FakeBridge } from '../../../support/fake-bridge.ts';

/** Answers about signatures: three CIDs that nobody signed, until a test says otherwise. */
export class SignatureRows {
  readonly #bridge: FakeBridge;
  #count = 3;
  /** Signatures that were fetched since, each before the others. */
  #arrived = 0;
  /** Whether the first of them is signed. */
  #isSigned = false;

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
        rows: Array.from({ length: this.#count }, (_, place) => this.#row(place - this.#arrived)).slice(from, to),
        count: this.#count,
      }),
    );
  }

  /** From now on the first row is valid for an address, and each signature that is looked at has this status. */
  sign(status: SignatureStatus): void {
    this.#isSigned = true;
    const checked = {
      ...({ kind: 'fetched', signature: '0x1', date: null } as const),
      fetchedAtMs: 0,
      checkedAtMs: null,
    };
    this.#bridge.answer('signatures.get', () =>
      ok({ ...checked, status, address: status === 'valid' ? signerOf : null }),
    );
    this.#bridge.announce('signatures.changed');
  }

  #row(place: number): SignatureRow {
    const isSigned = this.#isSigned && place === 0;
    return isSigned ? { ...unsigned(place), status: 'valid', address: signerOf } : unsigned(place);
  }

  /** From now on one more stands before all others. */
  arrive(): void {
    this.#arrived += 1;
    this.become(this.#count + 1);
  }

  /** From now on there are this many. */
  become(count: number): void {
    this.#count = count;
    this.#bridge.announce('signatures.changed');
  }
}

const signerOf = signerAddress.parse(`0x${'0'.repeat(40)}`);

const unsigned = (place: number): SignatureRow => ({
  ...({ network: 'public', signature: null, status: 'notSigned', address: null, date: null, file: null } as const),
  ...{ fetchedAtMs: 0, checkedAtMs: null, files: 0 },
  cid: cidAt(place),
});

/** Another CID at each place, as long as a real one, because the room for it counts. A place before the first is negative. */
function cidAt(place: number): string {
  const own = [...String(place + 50_000)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('');
  return `bafkrei${own}${'abcdefg'.at(place % 7)!.repeat(46)}y`;
}
