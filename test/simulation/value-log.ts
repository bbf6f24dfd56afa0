import type { FileId } from '../../src/domain/core/ids.ts';
import type { FieldChange } from '../../src/domain/edits/edit.ts';
import type { Field } from '../../src/domain/files/field.ts';

type Places = Map<string, ReadonlySet<number>>;
const none: ReadonlySet<number> = new Set();

/** The values of a workstation that its judges ask for: what people saw, and what edits wanted or lay on before a decision. */
export class ValueLog {
  readonly #seen = new Set<string>();
  readonly #wantedAt: Places = new Map();
  readonly #basedAt: Places = new Map();

  /** A person looks at the value and types over it. */
  see(id: FileId, field: Field, value: string | null): void {
    this.#seen.add(textOf(id, field, value));
  }

  wasSeen(id: FileId, field: Field, value: string | null): boolean {
    return this.#seen.has(textOf(id, field, value));
  }

  /** Notes what the waiting edits of a file want now, and what they lie on: a decision gives them other values. */
  noteWaiting(id: FileId, waiting: readonly FieldChange[]): void {
    for (const { field, base, mine, seq } of waiting) {
      note(this.#wantedAt, textOf(id, field, mine), seq);
      note(this.#basedAt, textOf(id, field, base), seq);
    }
  }

  /** The places in the queue of the edits that wanted the value. */
  wantedAt(id: FileId, field: Field, value: string | null): ReadonlySet<number> {
    return this.#wantedAt.get(textOf(id, field, value)) ?? none;
  }

  /** The places in the queue of the edits that lay on the value. */
  basedAt(id: FileId, field: Field, value: string | null): ReadonlySet<number> {
    return this.#basedAt.get(textOf(id, field, value)) ?? none;
  }
}

const textOf = (id: FileId, field: Field, value: string | null): string => JSON.stringify([id, field, value]);

function note(places: Places, text: string, seq: number): void {
  places.set(text, new Set([...(places.get(text) ?? []), seq]));
}
