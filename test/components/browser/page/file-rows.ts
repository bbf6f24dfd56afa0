import { copiedText } from '../../../../src/domain/clipboard/copy-format.ts';
import { fail, ok } from '../../../../src/domain/core/result.ts';
import type { FileWait } from '../../../../src/domain/edits/file-wait.ts';
import type { SelectionContents } from '../../../../src/domain/files/selection-summary.ts';
import type { FileRow } from '../../../../src/domain/files/file.ts';
import type { FileQuery } from '../../../../src/domain/files/queries.ts';
import { changeSetId, fileKey } from '../../../../src/domain/core/ids.ts';
import { aChange, aFile, fileOf, uuid } from '../../../support/builders.ts';
import type { FakeBridge } from '../../../support/fake-bridge.ts';
import { detailOf, waiting } from './change-sets.ts';

const COUNT = 1_000;
const CID = 'bafybeicg2rebjoofv4kbyovkw7af3rpiitvnl6i7ckcywaq6xjcxnc2mby';

/** Files in memory: a search finds the one with that name or id, and a size finds none. */
export class FileRows {
  readonly #bridge: FakeBridge;
  readonly #views = new Map<number, readonly number[]>();
  #count = COUNT;
  /** Files that came since, each before the others. */
  #arrived = 0;
  #groups = 0;
  /** The name that every group has; null for none. */
  #groupName: string | null = null;
  /** The name of the first file, and its metadata, as a hostile service may give them; null for usual ones. */
  #first: { readonly name: string; readonly keyvalues: readonly [string, string][] } | null = null;
  /** The group and the type of the first file, which may be as long. */
  #kind: Partial<Pick<FileRow, 'groupId' | 'mimeType'>> = {};
  /** What the first file waits for; null when nothing of it is edited. */
  #wait: FileWait | null = null;
  #isRefused = false;
  /** The rarities that the first file had, the oldest first. */
  #pastRarities: readonly string[] = ['rare'];

  constructor(bridge: FakeBridge) {
    this.#bridge = bridge;
    this.#answerLists();
    this.#answerFile();
    const none = { private: 0, edited: 0, starred: 0, types: [] };
    bridge.answer('files.counts', () => {
      const groups = Array.from({ length: this.#groups }, (_, at) => ({ value: uuid(at + 1), count: 1 }));
      return ok({ all: this.#count, public: this.#count, sizeBytes: this.#count, groups, ...none });
    });
    bridge.answer('groupNames.list', () => {
      const name = this.#groupName;
      return ok(name === null ? [] : Array.from({ length: this.#groups }, (_, at) => ({ group: uuid(at + 1), name })));
    });
    const networks = [{ value: 'public', count: COUNT }];
    bridge.answer('files.facets', () =>
      ok({ networks, types: [], families: [], groups: [], states: [], keys: [{ value: 'rarity', count: 3 }] }),
    );
    bridge.answer('files.facetValues', () => ok({ values: [{ value: 'épic', count: 2 }] }));
  }

  /** From now on there are this many. */
  become(count: number): void {
    this.#count = count;
    this.#bridge.announce('files.changed');
  }

  /** From now on one file more stands before all others. */
  arrive(): void {
    this.#arrived += 1;
    this.#bridge.announce('files.changed');
  }

  /** From now on they are in so many groups, which have the same name where one is given. */
  fallInto(groups: number, name: string | null = null): void {
    this.#groups = groups;
    this.#groupName = name;
    this.#bridge.announce('files.changed');
    this.#bridge.announce('groupNames.changed');
  }

  /** From now on the first file has this name and this metadata. */
  describeFirst(name: string, keyvalues: readonly [string, string][]): void {
    this.#first = { name, keyvalues };
    this.#bridge.announce('files.changed');
  }

  /** From now on the first file is of this group and type. */
  sortFirst(groupId: string, mimeType: string): void {
    this.#kind = { groupId, mimeType };
    this.#bridge.announce('files.changed');
  }

  /** From now on the first file had another rarity, later than all that it had before. */
  passRarity(rarity: string): void {
    this.#pastRarities = [...this.#pastRarities, rarity];
    this.#bridge.announce('files.changed');
  }

  /** From now on an edit of the first file waits. */
  waitFor(wait: FileWait): void {
    this.#wait = wait;
    this.#bridge.announce('files.changed');
    this.#bridge.announce('changes.changed');
  }

  /** From now on the service has refused an edit of the first file. */
  refuseEdit(): void {
    this.#isRefused = true;
    this.#bridge.announce('files.changed');
  }

  #answerLists(): void {
    const bridge = this.#bridge;
    bridge.answer('files.open', ({ query, firstRows = 0, keys = [] }) => {
      const viewId = this.#views.size + 1;
      const found = this.#found(query);
      this.#views.set(viewId, found);
      return ok({ viewId, count: found.length, isCounted: true, rows: this.#rows(found.slice(0, firstRows), keys) });
    });
    bridge.answer('files.window', ({ viewId, from, to, keys = [] }) => {
      const view = this.#views.get(viewId);
      return view === undefined ? fail({ kind: 'notFound' }) : ok({ rows: this.#rows(view.slice(from, to), keys) });
    });
    bridge.answer('files.position', ({ viewId, key }) => {
      const position = this.#views.get(viewId)?.findIndex((number) => uuid(number) === key.id) ?? -1;
      return ok({ position: position < 0 ? null : position });
    });
    bridge.answer('files.closeTo', ({ search }) =>
      ok({ names: search === 'phto' ? [{ word: 'photo', edits: 1, name: nameOf(1) }] : [] }),
    );
    bridge.answer('files.count', ({ query }) => ok({ count: this.#found(query).length }));
    bridge.answer('selection.contents', ({ files }) => {
      const listed = files.kind === 'list' ? this.#count - files.except.length : files.keys.length;
      return ok(summaryOf(listed));
    });
    bridge.answer('selection.sizes', ({ fullPairs }) => ok({ ...sizes, full: fullPairs === null ? 0 : 62 }));
    bridge.answer('clipboard.text', ({ connectionId, files, format, limit, baseUrl, gateway }) => {
      const listed = files.kind === 'list' ? (this.#views.get(files.viewId) ?? []).map(uuid) : [];
      const ids = files.kind === 'keys' ? files.keys.map(({ id }) => id) : listed;
      const records = ids.slice(0, limit).map((id) => aFile({ id }));
      return ok(copiedText(records, format, { connectionId, baseUrl, gateway }));
    });
    bridge.answer('files.close', () => ok(null));
    bridge.answer('files.giveUp', () => ok(null));
  }

  #answerFile(): void {
    this.#bridge.answer('files.get', ({ key }) => {
      const first = key.id === uuid(1) ? this.#first : null;
      const kind = key.id === uuid(1) ? this.#kind : {};
      const record = { ...aFile({ id: key.id }), ...(first === null ? {} : { ...first, cid: CID }), ...kind };
      const wait = key.id === uuid(1) ? this.#wait : null;
      const isRefused = key.id === uuid(1) && this.#isRefused;
      const state = isRefused ? ('refused' as const) : wait === null ? ('onServer' as const) : ('waiting' as const);
      const edited = wait === null ? [] : [aChange()];
      const changes = isRefused ? [aChange({ status: 'refused' })] : edited;
      return ok({
        record,
        shown: record,
        raw: JSON.stringify(record),
        seenAtMs: this.#pastRarities.length,
        state,
        changes,
        refusal: null,
        wait,
      });
    });
    this.#bridge.answer('files.openChanges', ({ keys }) => {
      const wait = this.#wait;
      const isEdited = wait !== null || this.#isRefused;
      const told = { fields: 1, onlyField: 'key:rarity' as const, wait };
      return ok(keys.flatMap((key) => (key.id === uuid(1) && isEdited ? [{ key: fileKey.parse(key), ...told }] : [])));
    });
    this.#bridge.answer('changes.ofFile', () => {
      const wait = this.#wait;
      return ok(wait === null ? [] : [{ ...detailOf({ ...waiting(1), wait }), parked: wait.kind === 'parked' }]);
    });
    this.#bridge.answer('changes.discardField', () => {
      this.endEdit();
      return ok({ isDiscarded: true });
    });
    // A file that was described had another rarity once.
    const before = { kind: 'observed', field: 'key:rarity', before: null, status: null } as const;
    this.#bridge.answer('files.history', ({ key }) => {
      const past = this.#pastRarities.map((value, place) => ({ ...before, value, atMs: place + 1 }));
      return ok(key.id === uuid(1) && this.#first !== null ? past.toReversed() : []);
    });
    this.#bridge.answer('files.edit', () => ok({ changeSetId: changeSetId.parse(uuid(7)) }));
  }

  /** From now on no edit of the first file waits, and none is refused. */
  endEdit(): void {
    this.#wait = null;
    this.#isRefused = false;
    this.#bridge.announce('files.changed');
    this.#bridge.announce('changes.changed');
  }

  /** The value of every key is the key with the number of the file. */
  #rows(numbers: readonly number[], keys: readonly string[]): FileRow[] {
    const state = this.#isRefused ? 'refused' : this.#wait === null ? 'onServer' : 'waiting';
    return numbers.map((number) => ({
      ...rowOf(number),
      values: keys.map((key) => `${key} ${number}`),
      ...(number === 1 && this.#first !== null ? nameInList(this.#first.name) : {}),
      ...(number === 1 ? this.#kind : {}),
      ...(number === 1 ? foundPairIn(this.#first?.keyvalues ?? []) : {}),
      ...(number === 1 && state !== 'onServer' ? { state } : {}),
    }));
  }

  #found({ search, size }: Pick<FileQuery, 'search' | 'size'>): number[] {
    if (size !== null) return [];
    const arrived = Array.from({ length: this.#arrived }, (_, place) => COUNT + this.#arrived - place);
    const all = [...arrived, ...Array.from({ length: this.#count }, (_, place) => place + 1)];
    return search === '' ? all : all.filter((number) => [nameOf(number), uuid(number)].includes(search));
  }
}

const nameOf = (number: number): string => `photo ${number}.png`;

/** Values as a service may make them up: one that would turn round what stands beside it, and an empty one. */
const summaryOf = (files: number): SelectionContents => ({
  files,
  cids: Array.from({ length: Math.min(24, files) }, (_, place) => `bafkrei${place}`),
  types: [
    { value: 'image/png', count: files - 1 },
    { value: 'text/plain', count: 1 },
  ],
  states: [{ value: 'onServer', count: files }],
  keys: [
    {
      key: 'rarity',
      values: [
        { value: 'rare', count: files - 1 },
        { value: '\u202egpj', count: 1 },
      ],
      ...{ others: 0, missing: 0 },
    },
    { key: 'tier', values: [], others: 0, missing: files },
    { key: 'edition', values: [{ value: '1.4', count: files }], others: 0, missing: 0 },
  ],
  otherKeys: 0,
});

const sizes = {
  ...{ files: 2, sizeBytes: 639_000_000, unknownSizes: 0, full: 0 },
  ...{ leastBytes: 1_000_000, mostBytes: 3_700_000, halfUnderBytes: 1_900_000 },
  ...{ firstAddedAt: '1970-01-01T00:00:00.000Z', lastAddedAt: '1970-01-01T00:00:00.000Z' },
};

/** The core gives the pair that holds the search; here that is the first one. */
const foundPairIn = ([first]: readonly (readonly [string, string])[]): Pick<FileRow, 'foundPair'> =>
  first === undefined ? {} : { foundPair: { key: first[0], value: first[1] } };

/** As the core cuts a long name in its lists. */
const nameInList = (name: string): Pick<FileRow, 'name' | 'nameLength'> =>
  name.length > 40_000 ? { name: name.slice(0, 1_000), nameLength: name.length } : { name };

const rowOf = (number: number): FileRow => ({
  ...({ network: 'public', cid: 'bafkrei', mimeType: null, groupId: null, createdAt: null } as const),
  ...({ state: 'onServer', values: [] } as const),
  id: fileOf(uuid(number)).id,
  name: nameOf(number),
  sizeBytes: number,
});
