/** The words of a catalogue in another language: the same names, the same questions of every sentence. */
export type Wording<English> = English extends string
  ? string
  : English extends (...asked: infer Asked) => infer Said
    ? (...asked: Asked) => Wording<Said>
    : English extends object
      ? { readonly [Name in keyof English]: Wording<English[Name]> }
      : English;

/** How the exported catalogues of words are called. Whatever else a messages file exports says nothing by itself. */
type CatalogueName = `${string}Messages` | `${string}Titles` | 'reasons' | 'synonyms';

/** The catalogues that a messages file exports. */
export type WordingOf<Module> = {
  readonly [
    Name in keyof Module as Name extends CatalogueName
      ? Module[Name] extends (...asked: never) => unknown
        ? never
        : Name
      : never
  ]: Wording<Module[Name]>;
};

/** Puts the words of another language in the place of the English ones, within the same objects. */
export function adopt<Module extends object>(english: Module, other: WordingOf<Module>): void {
  replaceWords(english, other);
}

function replaceWords(english: object, other: object): void {
  const before = new Map<string, unknown>(Object.entries(english));
  for (const [name, words] of new Map<string, unknown>(Object.entries(other))) {
    const old = before.get(name);
    if (isCatalogue(old) && isCatalogue(words)) replaceWords(old, words);
    else Object.assign(english, { [name]: words });
  }
}

const isCatalogue = (words: unknown): words is object =>
  typeof words === 'object' && words !== null && !Array.isArray(words);
