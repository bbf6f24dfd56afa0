import type { ReceivedFile } from '../../electron/remote/service.ts';
import { keyField, metadataKey, type Field } from '../../src/domain/files/field.ts';
import { fileId, type FileId } from '../../src/domain/core/ids.ts';
import type { Random } from './random.ts';

export type ServerMode = 'merge' | 'mergeWithoutRemoval' | 'mergeNullAsText' | 'replace';
/** Replaced at every write and never changed. */
export type Fields = ReadonlyMap<Field, string>;

/** One change of one field, as the service's own log would have it. */
export type Write = {
  readonly atMs: number;
  readonly id: FileId;
  readonly field: Field;
  readonly before: string | null;
  readonly after: string | null;
  /** The workstation's name and the edit's request, or a stranger. */
  readonly by: string;
  readonly request: SentRequest | null;
};

/** A PUT on its way. */
export type SentRequest = {
  readonly workstation: string;
  readonly sentAtMs: number;
  /** When the record was read that this request was decided on; the moment of sending when nobody looked. */
  readonly readAtMs: number;
  readonly body: { readonly name?: string; readonly keyvalues?: Readonly<Record<string, string | null>> };
};

/** The service's side of a simulated account: the truth, and the log of how it became so. */
export class SimulatedServer {
  readonly mode: ServerMode;
  readonly files = new Map<FileId, Fields>();
  readonly log: Write[] = [];
  /** Every PUT that arrived, changing something or not. */
  readonly puts: { readonly id: FileId; readonly atMs: number; readonly request: SentRequest }[] = [];
  readonly refusedNames = new Set<string>();
  readonly #last = new Map<FileId, Map<Field, Write>>();
  #past: { atMs: number; files: ReadonlyMap<FileId, Fields> }[] = [];

  constructor(mode: ServerMode, count: number, random: Random) {
    this.mode = mode;
    for (let number = 0; number < count; number++) {
      const id = fileId.parse(`file-${number}`);
      const fields = new Map<Field, string>([['name', `name ${number}`]]);
      for (const key of ['a', 'b', 'c']) if (random.chance(0.6)) fields.set(keyField(key), `${key}${number}`);
      this.files.set(id, fields);
    }
  }

  value(id: FileId, field: Field): string | null {
    return this.files.get(id)?.get(field) ?? null;
  }

  /** @returns null when the service refuses the body */
  put(id: FileId, request: SentRequest, atMs: number): Fields | null {
    const before = this.files.get(id);
    if (before === undefined) return null;
    const { name, keyvalues } = request.body;
    if (name !== undefined && this.refusedNames.has(name)) return null;
    if (this.mode === 'mergeWithoutRemoval' && Object.values(keyvalues ?? {}).includes(null)) return null;
    this.puts.push({ id, atMs, request });
    const after = new Map(before);
    if (name !== undefined) after.set('name', name);
    if (keyvalues !== undefined) this.#putKeyvalues(after, keyvalues);
    this.#keep(id, before, after, atMs, request);
    return after;
  }

  #putKeyvalues(after: Map<Field, string>, keyvalues: Readonly<Record<string, string | null>>): void {
    if (this.mode === 'replace') for (const field of [...after.keys()]) if (field !== 'name') after.delete(field);
    for (const [key, value] of Object.entries(keyvalues)) {
      if (value !== null) after.set(keyField(key), value);
      else if (this.mode === 'mergeNullAsText') after.set(keyField(key), 'null');
      else after.delete(keyField(key));
    }
  }

  /** Somebody else, by another program, changes one field. */
  writeAsStranger(id: FileId, field: Field, value: string | null, atMs: number): void {
    const before = this.files.get(id);
    if (before === undefined) return;
    const after = new Map(before);
    if (value === null) after.delete(field);
    else after.set(field, value);
    this.#keep(id, before, after, atMs, null);
  }

  #keep(id: FileId, before: Fields, after: Fields, atMs: number, request: SentRequest | null): void {
    for (const field of new Set([...before.keys(), ...after.keys()])) {
      const [from, to] = [before.get(field) ?? null, after.get(field) ?? null];
      if (from === to) continue;
      const by = request === null ? 'stranger' : request.workstation;
      this.#note({ atMs, id, field, before: from, after: to, by, request });
    }
    this.files.set(id, after);
    this.#past.push({ atMs, files: new Map(this.files) });
    if (this.#past.length > 20) this.#past.shift();
  }

  #note(write: Write): void {
    this.log.push(write);
    const ofFile = this.#last.get(write.id) ?? new Map<Field, Write>();
    this.#last.set(write.id, ofFile.set(write.field, write));
  }

  lastWrite(id: FileId, field: Field): Write | undefined {
    return this.#last.get(id)?.get(field);
  }

  /** The account as a list that lags behind would show it. */
  asOf(atMs: number): ReadonlyMap<FileId, Fields> {
    return this.#past.findLast((one) => one.atMs <= atMs)?.files ?? this.files;
  }
}

const known = new WeakMap<Fields, ReceivedFile>();

/** A file as the service answers with it; the same answer as long as nothing is written. */
export function received(id: FileId, fields: Fields): ReceivedFile {
  const answer = known.get(fields) ?? answerOf(id, fields);
  known.set(fields, answer);
  return answer;
}

function answerOf(id: FileId, fields: Fields): ReceivedFile {
  const keyvalues = new Map<string, string>();
  for (const [field, value] of fields) {
    const key = metadataKey(field);
    if (key !== null) keyvalues.set(key, value);
  }
  const record: ReceivedFile['record'] = {
    network: 'public',
    id,
    name: fields.get('name') ?? null,
    cid: 'pending',
    sizeBytes: 1,
    numberOfFiles: 1,
    mimeType: null,
    groupId: null,
    keyvalues: [...keyvalues],
    createdAt: null,
  };
  return { record, raw: JSON.stringify([id, ...fields]), keyvalues };
}
