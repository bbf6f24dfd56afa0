import SQLite from 'better-sqlite3';
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type { Random } from '../simulation/random.ts';
import { mayLink } from '../support/symbolic-links.ts';
import type { Condition } from './damaged-profile.ts';

/** What has to become of a damaged profile. */
export type Expected =
  /** It does not open, for this reason. */
  | { readonly kind: 'refused'; readonly failure: 'damaged' | 'fromTheFuture' }
  /** It opens with a warning. */
  | { readonly kind: 'told' }
  /** It is said in one way or the other, or the damage hit nothing of the queue. */
  | { readonly kind: 'toldOrHarmless' }
  /** Nothing is lost by it, so there is nothing to say. */
  | { readonly kind: 'silent' }
  /** It cannot be known, and is printed as such. */
  | { readonly kind: 'gap' }
  /** The mirror is begun anew, with a warning; the queue is as before. */
  | { readonly kind: 'rebuilt' };

export type Damage = {
  readonly file: 'outbox.db' | 'outbox.db-wal' | 'outbox.mark' | 'mirror.db';
  readonly name: string;
  readonly condition: Condition;
  readonly expected: Expected;
  /** How often it is tried, with different chance. */
  readonly tries: number;
  readonly make: (path: string, random: Random) => void;
};

const damaged: Expected = { kind: 'refused', failure: 'damaged' };
const future: Expected = { kind: 'refused', failure: 'fromTheFuture' };
const told: Expected = { kind: 'told' };
const toldOrHarmless: Expected = { kind: 'toldOrHarmless' };
const silent: Expected = { kind: 'silent' };
const gap: Expected = { kind: 'gap' };
const rebuilt: Expected = { kind: 'rebuilt' };

const flip = (from: number, to: number, bytes: number) => (path: string, random: Random) => {
  const content = readFileSync(path);
  const end = Math.min(to, content.length);
  for (let left = bytes; left > 0; left -= 1) {
    const at = random.between(from, end - 1);
    content.writeUInt8(content.readUInt8(at) ^ (1 << random.between(0, 7)), at);
  }
  writeFileSync(path, content);
};
const flipAnywhere = (bytes: number) => flip(100, Number.POSITIVE_INFINITY, bytes);
const cutToPart = (part: number) => (path: string) => truncateSync(path, Math.floor(statSync(path).size * part));
const empty = (path: string): void => writeFileSync(path, '');
const remove = (path: string): void => rmSync(path);
const zeroPage = (path: string, random: Random): void => {
  const content = readFileSync(path);
  const page = random.between(1, content.length / 4096 - 1);
  writeFileSync(path, content.fill(0, page * 4096, (page + 1) * 4096));
};
const foreignSQLite = (path: string): void => {
  rmSync(path);
  const db = new SQLite(path);
  db.exec('CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)');
  db.close();
};
const webPage = (path: string): void =>
  writeFileSync(path, `<!doctype html><title>Sign in</title>${' '.repeat(9_000)}`);
const noise = (path: string, random: Random): void =>
  writeFileSync(path, Buffer.from(Array.from({ length: 20_000 }, () => random.between(0, 255))));
const directory = (path: string): void => {
  rmSync(path);
  mkdirSync(path);
};
const link = (path: string): void => {
  renameSync(path, `${path}.elsewhere`);
  symlinkSync(`${path}.elsewhere`, path);
};
const setVersion = (version: number) => (path: string) => {
  const db = new SQLite(path);
  db.pragma(`user_version = ${version}`);
  db.close();
};
const setMark = (given: object) => (path: string) =>
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), ...given }));
/** The newest edits are gone and nothing else: what an older copy put back looks like. */
const withoutNewest = (path: string): void => {
  const db = new SQLite(path);
  db.exec(`DELETE FROM edit_changes WHERE edit_seq > 5; DELETE FROM edits WHERE seq > 5;
    UPDATE ledger SET last_seq = 5, enqueued = 5, chain = (SELECT chain FROM edits WHERE seq = 5)`);
  db.close();
};

/** @param of all damages of one file in one condition, from shorter lists of what differs */
const damages = (
  file: Damage['file'],
  condition: Condition,
  list: readonly (readonly [string, Expected, Damage['make'], number?])[],
): readonly Damage[] =>
  list.map(([name, expected, make, tries = 1]) => ({ file, condition, name, expected, make, tries }));

export const allDamages: readonly Damage[] = [
  ...damages('outbox.db', 'closed', [
    ['one bit of its first 16 bytes flipped', damaged, flip(0, 16, 1), 4],
    ['one bit of its application id flipped', damaged, flip(68, 72, 1), 4],
    ['one bit flipped', toldOrHarmless, flipAnywhere(1), 60],
    ['20 bits flipped', toldOrHarmless, flipAnywhere(20), 20],
    ['a page zeroed', toldOrHarmless, zeroPage, 20],
    ['cut to a half', damaged, cutToPart(0.5)],
    ['cut to one page', damaged, (path) => truncateSync(path, 4_096)],
    ['cut inside a page', toldOrHarmless, (path) => truncateSync(path, statSync(path).size - 1_000)],
    ['cut to nothing', damaged, empty],
    ['deleted', damaged, remove],
    ['of another program', damaged, foreignSQLite],
    ['a web page', damaged, webPage],
    ['noise', damaged, noise],
    ['a directory', damaged, directory],
    ...(mayLink ? [['a link to elsewhere', damaged, link] as const] : []),
    ['from the future', future, setVersion(999)],
    ['an older copy', told, withoutNewest],
  ]),
  ...damages('outbox.db', 'full log', [
    ['one bit flipped under a full log', toldOrHarmless, flipAnywhere(1), 40],
    ['cut to nothing beside a full log', damaged, empty],
    ['deleted beside a full log', damaged, remove],
  ]),
  ...damages('outbox.db-wal', 'full log', [
    ['not damaged', silent, () => undefined],
    ['deleted', told, remove],
    ['cut to nothing', told, empty],
    ['cut to a half', told, cutToPart(0.5)],
    ['its last page cut off', told, (path) => truncateSync(path, statSync(path).size - 4_096)],
    ['two bits of its header flipped', told, flip(0, 24, 2), 4],
    ['two bits flipped', toldOrHarmless, flip(32, Number.POSITIVE_INFINITY, 2), 40],
    ['noise', told, noise],
    ['a web page', told, webPage],
  ]),
  // The mark counts edits, and not what was decided about them since.
  ...damages('outbox.db-wal', 'decided last', [
    ['not damaged', silent, () => undefined],
    ['its last page cut off', gap, (path) => truncateSync(path, statSync(path).size - 4_096)],
  ]),
  // Only a process that is killed in the turn of an answer leaves such a log, and the next start folds it in.
  ...damages('outbox.db-wal', 'log ahead', [
    ['not damaged', silent, () => undefined],
    ['deleted', gap, remove],
    ['two bits flipped', gap, flip(32, Number.POSITIVE_INFINITY, 2), 10],
  ]),
  ...damages('outbox.mark', 'closed', [
    ['deleted', told, remove],
    ['cut to nothing', told, empty],
    ['cut to a half', told, cutToPart(0.5)],
    ['one bit flipped', toldOrHarmless, flip(0, Number.POSITIVE_INFINITY, 1), 30],
    ['noise', told, noise],
    ['from the future', told, setMark({ version: 2 })],
    ['of a queue that has seen more', told, setMark({ lastSeq: 900, enqueued: 900 })],
    ['of another queue', told, setMark({ chain: '0123456789abcdef' })],
  ]),
  ...damages('mirror.db', 'closed', [
    ['cut to a half', rebuilt, cutToPart(0.5)],
    ['of another program', rebuilt, foreignSQLite],
    ['noise', rebuilt, noise],
    ['cut to nothing', silent, empty],
    ['deleted', silent, remove],
    ['from the future', future, setVersion(999)],
  ]),
];
