import { folded } from '../../domain/core/text.ts';
import type { KeymapState } from '../../state/app/keymap.svelte.ts';
import type { PagedRows } from '../../state/lists/paged-rows.svelte.ts';
import { TypeAhead } from '../../state/lists/type-ahead.ts';

type Named<Row> = {
  readonly rows: PagedRows<Row>;
  readonly nameOf: (row: Row) => string | null;
  readonly chosen: () => number | null;
};

/**
 * Looks for names that are typed over a list, while single letters are no keys.
 *
 * @returns what a press leads to: a position, or null where no name fits; null for a press that types nothing
 */
export function namedRows<Row>(keymap: KeymapState, { rows, nameOf, chosen }: Named<Row>) {
  const typeAhead = new TypeAhead();
  let latest = 0;
  return (event: KeyboardEvent): Promise<number | null> | null => {
    const typed = keymap.hasLetters ? null : typeAhead.type(event);
    if (typed === null) return null;
    const request = ++latest;
    const wanted = folded(typed.text);
    const at = chosen();
    const from = at === null ? 0 : typed.isNext ? at + 1 : at;
    const found = rows.find((row) => folded(nameOf(row) ?? '').startsWith(wanted), from);
    return found.then((position) => (request === latest ? position : null));
  };
}
