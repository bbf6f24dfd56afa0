/**
 * Takes secrets out of a text: bearer tokens, JSON Web Tokens, and every token in use whatever it looks like.
 *
 * @param inUse tokens this process has handled; shorter ones than eight characters are left, they would blank out words
 */
export function redact(text: string, inUse: Iterable<string> = []): string {
  let clean = text;
  for (const token of inUse) if (token.length >= 8) clean = clean.replaceAll(token, removed);
  return clean
    .replaceAll(/\b(Bearer)\s+[^\s"',;]+/gi, `$1 ${removed}`)
    .replaceAll(/\beyJ[\w-]+(?:\.[\w-]*)*/g, removed);
}

const removed = '[removed]';
