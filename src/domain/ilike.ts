/**
 * Whether `text` matches `pattern` as SQL's ILIKE has it: `%` any run, `_` one character, backslash escapes, the whole
 * text, case-insensitively in every script.
 */
export function matchesIlike(text: string, pattern: string): boolean {
  return toExpression(pattern).test(text);
}

function toExpression(pattern: string): RegExp {
  let source = '';
  let escaped = false;
  for (const character of pattern) {
    if (!escaped && character === '\\') {
      escaped = true;
      continue;
    }
    source += piece(character, escaped);
    escaped = false;
  }
  return new RegExp(`^${source}$`, 'isu');
}

function piece(character: string, escaped: boolean): string {
  // A run of `%` is one `.*`-like step; lazy matching keeps long runs from backtracking badly.
  if (!escaped && character === '%') return '[^]*?';
  if (!escaped && character === '_') return '[^]';
  return character.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&');
}
