/** The words of a catalogue in another language: the same names, the same questions of every sentence. */
export type Wording<English> = English extends string
  ? string
  : English extends (...asked: infer Asked) => infer Said
    ? (...asked: Asked) => Wording<Said>
    : English extends object
      ? { readonly [Name in keyof English]: Wording<English[Name]> }
      : English;

/** The catalogues that a messages file exports; its functions say nothing by themselves, and its lists are no words. */
export type WordingOf<Module> = {
  readonly [
    Name in keyof Module as Module[Name] extends ((...asked: never) => unknown) | readonly unknown[] ? never : Name
  ]: Wording<Module[Name]>;
};

/** Puts the words of another language in the place of the English ones. Whoever read English words before keeps them. */
export function adopt<Module extends object>(english: Module, other: WordingOf<Module>): void {
  const catalogues = new Map<string, unknown>(Object.entries(english));
  for (const [name, words] of Object.entries(other)) {
    const catalogue = catalogues.get(name);
    if (typeof catalogue === 'object' && catalogue !== null) Object.assign(catalogue, words);
  }
}
