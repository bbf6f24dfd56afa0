/** What a list of files does instead of naming every file and coming to its end. */
export type ListLie =
  /** It begins again after its end, under page tokens that were never used. */
  | 'endless'
  /** Its last page names the first again. */
  | 'cycle'
  /** Every page is the first, under the same token. */
  | 'samePage'
  /** Every other page is empty and names the next. */
  | 'gaps'
  /** After the first page they are all empty, and name a next one. */
  | 'emptyForEver'
  /** The first file is in no list. */
  | 'missingRow';

export const listLies: readonly ListLie[] = ['endless', 'cycle', 'samePage', 'gaps', 'emptyForEver', 'missingRow'];

type ListPage<T> = { readonly rows: readonly T[]; readonly next: string | null };

const ROWS = 3;

/** A page of a list. A token of a list that lied names a place in a true one, too. @param lie null for the truth */
export function listPage<T>(all: readonly T[], token: string | null, lie: ListLie | null): ListPage<T> {
  const from = Number(/\d+/.exec(token ?? '')?.[0] ?? 0);
  const page = truePage(all, from);
  switch (lie) {
    case null:
      return page;
    case 'endless':
      return { rows: truePage(all, from % all.length).rows, next: String(from + ROWS) };
    case 'cycle':
      return { ...page, next: page.next ?? '0' };
    case 'samePage':
      return { rows: truePage(all, 0).rows, next: 'again' };
    case 'gaps':
      if (token?.startsWith('gap') === true) return { rows: [], next: String(from) };
      return { ...page, next: page.next === null ? null : `gap ${page.next}` };
    case 'emptyForEver':
      return token === null ? { ...page, next: 'empty 1' } : { rows: [], next: `empty ${from + 1}` };
    case 'missingRow':
      return truePage(all.slice(1), from);
  }
}

function truePage<T>(all: readonly T[], from: number): ListPage<T> {
  const until = from + ROWS;
  return { rows: all.slice(from, until), next: until < all.length ? String(until) : null };
}

/** More pages in a row than any walk needs, with every page asked for again after a fault or a stop. */
const MOST_PAGES = 60;

/** Watches how one workstation walks the list of public files. */
export class ListWatch {
  readonly violations: string[] = [];
  #pages = 0;
  #hasEnded = false;

  /** A page arrived. @param token what it was asked for by; null for the first page */
  arrived(token: string | null, next: string | null): void {
    this.#pages = token === null ? 1 : this.#pages + 1;
    if (this.#pages === MOST_PAGES) this.violations.push(`a walk goes on after ${MOST_PAGES} pages`);
    if (next === null) this.#hasEnded = true;
  }

  /** A walk of all lists is called complete. */
  completed(): void {
    if (!this.#hasEnded) this.violations.push('a walk is called complete though no list came to its end');
    this.#hasEnded = false;
  }
}
