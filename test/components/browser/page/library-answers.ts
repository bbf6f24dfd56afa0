import { ok } from '../../../../src/domain/core/result.ts';
import type { KeyAudit } from '../../../../src/domain/keys/key-audit.ts';
import { emptyLibrary, type LibraryContents } from '../../../../src/domain/library/contents.ts';
import { lastDays } from '../../../../src/domain/library/days.ts';
import { keyId } from '../../../../src/domain/core/ids.ts';
import type { FakeBridge } from '../../../support/fake-bridge.ts';

const DAY_MS = 86_400_000;
const GB = 1_000_000_000;

/** A library with what a service may make up: names with a bidi override, sizes beyond 64 bits, thousands of groups. */
const full: LibraryContents = {
  all: { files: 12_418, sizeBytes: 412 * GB },
  unknownSizes: 7,
  types: {
    rows: [
      { type: 'video/*', files: 702, sizeBytes: 214 * GB },
      { type: 'image/*', files: 8_906, sizeBytes: 142 * GB },
      { type: 'model/*', files: 1_071, sizeBytes: 39 * GB },
      { type: 'application/json', files: 1_043, sizeBytes: GB },
      { type: 'odd\u202egpj/*', files: 1, sizeBytes: 1 },
    ],
    others: { files: 600, sizeBytes: 9 * GB },
    none: { files: 95, sizeBytes: 0 },
  },
  months: {
    rows: Array.from({ length: 23 }, (_, place) => ({
      month: `${1968 + Math.floor((place + 2) / 12)}-${String(((place + 2) % 12) + 1).padStart(2, '0')}`,
      ...{ files: 10 * place, sizeBytes: place === 22 ? 96 * GB : place * GB },
    })),
    earlier: { files: 5, sizeBytes: 5 },
    others: { files: 2, sizeBytes: 9e21 },
    none: { files: 1, sizeBytes: 1 },
  },
  groups: {
    rows: Array.from({ length: 100 }, (_, place) => ({
      group: place === 0 ? 'Night Orchard' : `group ${place} with a very long name that goes on and on`,
      ...{ files: 618 - place, sizeBytes: (203 - place) * GB, filled: place === 1 ? 0.12 : 0.97 },
    })),
    others: { files: 3_000, sizeBytes: 20 * GB },
    otherGroups: 9_900,
    none: { files: 1_104, sizeBytes: 23 * GB },
  },
  keys: {
    rows: ['stage', 'collection', 'rarity', 'season', 'artist', 'licence', 'tier', 'more'].map((key, place) => ({
      key,
      files: 12_418 - 41 * (1 + place ** 3),
    })),
    otherKeys: 9_992,
  },
};

const audit: KeyAudit = {
  ...{ inForce: 3, powerless: 0, riskiest: [], idle: 2, unknownScopes: [], otherUnknownScopes: 0 },
  powers: [{ power: 'everything', keys: 3, asAdmin: 0, idle: 2 }],
  dead: { revoked: 1, exhausted: 1, missing: 0 },
};

const key = (id: string, name: string | null) => ({ id: keyId.parse(id), name });

/** Answers of a core about a library, at the page's time 0. */
export class LibraryAnswers {
  readonly #bridge: FakeBridge;

  constructor(bridge: FakeBridge) {
    this.#bridge = bridge;
    bridge.answer('library.seen', () => ok({ sinceMs: 0, lookedAtMs: 0 }));
    bridge.answer('library.look', () => ok({ sinceMs: -DAY_MS, lookedAtMs: 0 }));
    bridge.answer('library.news', () =>
      ok({
        newFiles: { files: 214, isMore: false, sizeBytes: 31 * GB, group: { group: 'Night Orchard', files: 180 } },
        elsewhere: { files: 9, alsoHere: 1 },
        elsewhereByDay: lastDays(0).map(({ day }, place) => ({ day, count: place % 7 === 0 ? 3 : 0 })),
      }),
    );
    bridge.answer('library.arrived', () =>
      ok({ arrived: 352, byDay: lastDays(0).map(({ day }, place) => ({ day, count: place === 29 ? 416 : place })) }),
    );
    bridge.answer('keys.runOuts', () =>
      ok({
        usedUp: [{ ...key('ci', 'upload, CI'), atMs: -4 * DAY_MS }],
        usedUpKeys: 1,
        ending: [
          { ...key('drop', 'drop uploader'), aboutMs: 8 * DAY_MS, fromMs: 3 * DAY_MS, toMs: 13 * DAY_MS },
          { ...key('web', null), aboutMs: 60 * DAY_MS, fromMs: 40 * DAY_MS, toMs: null },
        ],
        endsMs: [8 * DAY_MS, 60 * DAY_MS],
      }),
    );
    bridge.answer('keys.audit', () => ok(audit));
    bridge.answer('signatures.unfetched', () => ok({ files: 24 }));
    this.become('full');
  }

  /** @param what `flooded`: more files came than are counted at once */
  become(what: 'full' | 'empty' | 'flooded'): void {
    this.#bridge.answer('library.contents', () => ok(what === 'empty' ? emptyLibrary : full));
    if (what === 'flooded') {
      const newFiles = { files: 50_000, isMore: true, sizeBytes: null, group: null };
      this.#bridge.answer('library.news', () =>
        ok({ newFiles, elsewhere: { files: 0, alsoHere: 0 }, elsewhereByDay: [] }),
      );
    }
    this.#bridge.announce('files.changed');
  }
}
