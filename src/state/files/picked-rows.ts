import type { FileKey } from '../../domain/core/ids.ts';

/** `position` is where the file stood when it was picked: numbering follows the order on screen. */
export type Mark = { readonly key: FileKey; readonly position: number };

/**
 * Files picked from the answer to one question.
 *
 * `all`: every file of the view, but those marked; otherwise those marked. By network and id.
 */
export type Picks = { readonly question: string; readonly all: boolean; readonly marks: ReadonlyMap<string, Mark> };

const nameOf = ({ network, id }: FileKey): string => `${network}/${id}`;

export const nothing = (question: string): Picks => ({ question, all: false, marks: new Map() });
export const everything = (question: string): Picks => ({ question, all: true, marks: new Map() });

export const includes = ({ all, marks }: Picks, key: FileKey): boolean => all !== marks.has(nameOf(key));

export function toggled(picks: Picks, mark: Mark): Picks {
  const marks = new Map(picks.marks);
  if (!marks.delete(nameOf(mark.key))) marks.set(nameOf(mark.key), mark);
  return { ...picks, marks };
}

export function withStretch(base: Picks, stretch: readonly Mark[]): Picks {
  const marks = new Map(base.marks);
  for (const mark of stretch) {
    if (base.all) marks.delete(nameOf(mark.key));
    else marks.set(nameOf(mark.key), mark);
  }
  return { ...base, marks };
}

/** In the order they stood in. */
export const markedKeys = ({ marks }: Picks): FileKey[] =>
  [...marks.values()].toSorted((a, b) => a.position - b.position).map(({ key }) => key);
