import { keyId } from '../../../../src/domain/core/ids.ts';
import { ok } from '../../../../src/domain/core/result.ts';
import type { ExportState } from '../../../../src/domain/exports/library-export.ts';
import type { KeyAlert } from '../../../../src/domain/keys/key-alert.ts';
import { type KnownSigner, signerAddress } from '../../../../src/domain/signatures/known-signer.ts';
import { connectionA, uuid } from '../../../support/builders.ts';
import type { FakeBridge } from '../../../support/fake-bridge.ts';

/** What has buttons that go with their own press: an alert, an export and a known signer, none of them at first. */
export class BarAnswers {
  readonly #bridge: FakeBridge;
  #alerts: KeyAlert[] = [];
  #export: ExportState = { kind: 'idle' };
  #signers: KnownSigner[] = [];

  constructor(bridge: FakeBridge) {
    this.#bridge = bridge;
    bridge.answer('keys.alerts', () => ok({ alerts: this.#alerts }));
    bridge.answer('keys.dismissAlerts', () => {
      this.#alerts = this.#alerts.map((alert) => ({ ...alert, dismissed: true }));
      return ok({ alerts: this.#alerts });
    });
    bridge.answer('export.state', () => ok(this.#export));
    bridge.answer('export.cancel', () => {
      this.#export = { ...which, kind: 'failed', trouble: 'broken', detail: '' };
      return ok(null);
    });
    bridge.answer('export.dismiss', () => {
      this.#export = { kind: 'idle' };
      return ok(null);
    });
    bridge.answer('signers.list', () => ok({ signers: this.#signers }));
    bridge.answer('signers.put', ({ label }) => {
      this.#signers = this.#signers.map((signer) => ({ ...signer, label }));
      return ok({ signers: this.#signers });
    });
    bridge.answer('signers.remove', () => {
      this.#signers = [];
      return ok({ signers: this.#signers });
    });
  }

  /** From now on there is one of each. */
  fill(): void {
    this.#alerts = [alert];
    this.#export = { ...which, kind: 'running', done: 1, total: 2, stopping: false };
    this.#signers = [{ address: signerAddress.parse(`0x${'0'.repeat(40)}`), label: 'Studio', addedAtMs: 0 }];
    for (const name of ['keyAlerts.changed', 'export.changed', 'signers.changed'] as const) this.#bridge.announce(name);
  }
}

const which = { connectionId: connectionA, exportId: uuid(1), format: 'csv' } as const;

const alert: KeyAlert = {
  ...({ kind: 'share', raisedAtMs: 0, name: 'Build server', uses: 9, limit: 10 } as const),
  ...{ keyId: keyId.parse('key-1'), runsOutMs: null, dismissed: false },
};
