import { conditionOf, useLimit } from '../../../../src/domain/keys/api-key.ts';
import { forecastOf } from '../../../../src/domain/keys/key-usage.ts';
import type { ListedKey } from '../../../../src/domain/keys/listed-key.ts';
import { fail, ok } from '../../../../src/domain/core/result.ts';
import { aKey, uuid } from '../../../support/builders.ts';
import type { fakeBridge } from '../../../support/fake-bridge.ts';

/** The API keys of a page: counted as four at first, none of them listed, until a test wants others. */
export class KeyRows {
  readonly #bridge: ReturnType<typeof fakeBridge>;
  #listed = 0;
  /** The scopes of every key, as a hostile service may give them; null for usual ones. */
  #scopesJson: string | null = null;

  constructor(bridge: ReturnType<typeof fakeBridge>) {
    this.#bridge = bridge;
    bridge.answer('keys.counts', () => ok({ all: 4, active: 1, limited: 2, exhausted: 1, revoked: 0 }));
    bridge.answer('keys.page', ({ from, to }) => {
      const rows = Array.from({ length: Math.max(0, Math.min(to, this.#listed) - from) }, (_, place) => from + place);
      return ok({ rows: rows.map((place) => this.#row(place)), count: this.#listed });
    });
    bridge.answer('keys.get', ({ id }) => {
      const row = Array.from({ length: this.#listed }, (_, place) => this.#row(place)).find(({ key }) => key.id === id);
      return row === undefined ? fail({ kind: 'notFound' }) : ok({ ...row, runs: [], raw: '{}' });
    });
  }

  /** From now on every key has these scopes. */
  grant(scopesJson: string): void {
    this.#scopesJson = scopesJson;
    this.#bridge.announce('keys.changed');
  }

  /** From now on there are this many API keys, all of them active, and the first one with a limit. */
  become(count: number): void {
    this.#listed = count;
    this.#bridge.answer('keys.counts', () => ok({ all: count, active: count, limited: 0, exhausted: 0, revoked: 0 }));
    this.#bridge.announce('keys.changed');
  }

  #row(place: number): ListedKey {
    const row = listedKey(place);
    return this.#scopesJson === null ? row : { ...row, key: { ...row.key, scopesJson: this.#scopesJson } };
  }
}

const limited = { uses: 41_022, maxUses: 60_000 };

function listedKey(place: number): ListedKey {
  const key = aKey({ id: uuid(place), name: `key ${place}`, ...(place === 0 ? limited : { uses: 0 }) });
  return {
    ...{ key, condition: conditionOf(key), limit: useLimit(key), forecast: forecastOf(key, []), line: [] },
    ...{ seenAtMs: 0, missingSinceMs: null, idleSinceMs: null },
  };
}
