import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A source file of the app, by its path from the project's root. */
export type Source = { readonly path: string; readonly text: string };

export const read = (path: string): Source => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(path, 'utf8'),
});
export const sources: readonly Source[] = globSync('{src,electron}/**/*.{ts,mts,mjs,svelte}').map(read);

/** The first two folders of a path. Files directly in `src/` and `electron/` are rooms of their own. */
export const roomOf = (path: string): string => path.split('/').slice(0, 2).join('/');

const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

type Import = { readonly kind: 'file' | 'package'; readonly name: string };

/** Type-only imports count: a type is a dependency too. @returns files by their path, packages by their name */
export function importsOf({ path, text }: Source): readonly Import[] {
  const found = text.matchAll(/\b(?:from\s+|import\s+|import\()'([^'\n]+)'/g);
  return [...found].map(([, target = '']) =>
    target.startsWith('.')
      ? { kind: 'file', name: relative('.', join(dirname(path), target)).replaceAll('\\', '/') }
      : { kind: 'package', name: packageOf(target) },
  );
}
