/**
 * The redactor of a path, which may be a secret of its own: services repeat the one they were asked for, also decoded, encoded
 * once more, or without what follows it. Another path that only begins with the same letters stays.
 *
 * @param path without a slash at the end
 */
export function pathRedactor(path: string): (text: string) => string {
  if (path === '') return (text) => text;
  const forms = [path, decodedOf(path)].flatMap((form) => [form, encodeURIComponent(form)]);
  const pattern = new RegExp(`(?:${forms.map(asPattern).join('|')})(?![\\p{L}\\p{N}_-])`, 'giu');
  return (text) => text.replaceAll(pattern, '…');
}

/** The pattern of a text as it stands (ECMA-262, `SyntaxCharacter`). */
const asPattern = (text: string): string => text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');

/** @returns the path itself where a `%` in it stands for no letter */
function decodedOf(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
