import type { Random } from '../simulation/random.ts';
import type { Step } from './recording.ts';

const SECTOR = 512;

type Change = { readonly at: number; readonly bytes: Buffer } | { readonly cutTo: number };

/** One file, whatever it is called: what has reached the disk, and the changes that are still under way, in order. */
type Content = { safe: Buffer; underWay: Change[] };

type Names = Map<string, Content>;

/**
 * A disk on which recorded steps are done, and from which the power may be cut after any of them. All that was synced
 * is there then; of the rest each write is there or not, by the toss of a coin, and some only in part. Names follow a
 * journal: of those changed since the last sync of anything only the first few may have changed.
 */
export class Disk {
  readonly #names: Names = new Map();
  readonly #safeNames: Names = new Map();
  #renamings: ((of: Names) => void)[] = [];

  do(step: Step): void {
    switch (step.kind) {
      case 'created':
        return this.#create(step.file);
      case 'written':
        return void this.#content(step.file).underWay.push({ at: step.at, bytes: step.bytes });
      case 'cutTo':
        return void this.#content(step.file).underWay.push({ cutTo: step.size });
      case 'synced':
        return this.#sync(step.file);
      case 'renamed':
        return this.#move(step.from, step.to);
      case 'removed':
        return this.#rename((of) => of.delete(step.file));
      case 'said':
        return;
    }
  }

  /** The files that a power cut would leave now. */
  afterCut(random: Random): ReadonlyMap<string, Buffer> {
    const names = new Map(this.#safeNames);
    for (const change of this.#renamings.slice(0, random.between(0, this.#renamings.length))) change(names);
    return new Map([...names].map(([file, content]) => [file, torn(content, random)]));
  }

  #create(file: string): void {
    if (this.#names.has(file)) return;
    const made: Content = { safe: Buffer.alloc(0), underWay: [] };
    this.#rename((of) => of.set(file, made));
  }

  #move(from: string, to: string): void {
    const moved = this.#content(from);
    this.#rename((of) => {
      of.delete(from);
      of.set(to, moved);
    });
  }

  /** @param file the empty name is the folder itself */
  #sync(file: string): void {
    if (file !== '') {
      const content = this.#content(file);
      content.safe = changed(content.safe, content.underWay);
      content.underWay = [];
    }
    for (const change of this.#renamings) change(this.#safeNames);
    this.#renamings = [];
  }

  #rename(change: (of: Names) => unknown): void {
    change(this.#names);
    this.#renamings.push(change);
  }

  #content(file: string): Content {
    const found = this.#names.get(file);
    if (found === undefined) throw new Error(`${file} was changed before it was made`);
    return found;
  }
}

function torn({ safe, underWay }: Content, random: Random): Buffer {
  const landed = underWay.filter(() => random.chance(0.5));
  return changed(
    safe,
    landed.map((change) => ('bytes' in change && random.chance(0.25) ? inPart(change, random) : change)),
  );
}

/** Whole sectors from one end: disks promise no more. */
function inPart({ at, bytes }: { at: number; bytes: Buffer }, random: Random): Change {
  const first = SECTOR - (at % SECTOR);
  const sectors = Math.max(0, Math.ceil((bytes.length - first) / SECTOR));
  const border = Math.min(bytes.length, first + random.between(0, sectors) * SECTOR);
  if (random.chance(0.5)) return { at, bytes: bytes.subarray(0, border) };
  return { at: at + border, bytes: bytes.subarray(border) };
}

function changed(before: Buffer, changes: readonly Change[]): Buffer {
  const ends = changes.map((one) => ('cutTo' in one ? one.cutTo : one.at + one.bytes.length));
  const room = Buffer.alloc(Math.max(before.length, ...ends));
  before.copy(room);
  let size = before.length;
  for (const one of changes) {
    if ('cutTo' in one) {
      room.fill(0, one.cutTo);
      size = one.cutTo;
    } else if (one.bytes.length > 0) {
      one.bytes.copy(room, one.at);
      size = Math.max(size, one.at + one.bytes.length);
    }
  }
  return room.subarray(0, size);
}
