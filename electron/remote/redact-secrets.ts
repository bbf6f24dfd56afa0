/** Takes one connection's token out of words that came from elsewhere. */
export type SecretRedactor = (text: string) => string;

const REMOVED = '[removed]';
/** Shorter pieces of a token are ordinary words; removing them would hide what was said. */
const SHORTEST_PIECE = 16;

/**
 * Removes the token, its parts (a JWT's payload holds the key's own secret), and whatever else looks like a bearer token.
 */
export function secretRedactor(token: string): SecretRedactor {
  const pieces = token.split('.').filter((piece) => piece.length >= SHORTEST_PIECE);
  const secrets = [token, encodeURIComponent(token), ...pieces];
  return (text) =>
    secrets
      .reduce((clean, secret) => clean.replaceAll(secret, REMOVED), text)
      .replaceAll(/\bBearer\s+[^\s"',;]+/gi, `Bearer ${REMOVED}`)
      .replaceAll(/\beyJ[\w-]{8,}(?:\.[\w-]*)*/g, REMOVED);
}

const LONGEST_MESSAGE = 300;

/**
 * Words from elsewhere as one line fit for a screen and a log: no token, no control characters, at most 300 characters.
 * Scrubbed before it is cut, since a cut could leave half a token, and again after the control characters are gone.
 */
export function oneLine(text: string, redact: SecretRedactor): string {
  const line = redact(redact(text).replaceAll(/[\p{Cc}\s]+/gu, ' ')).trim();
  const cut = line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE - 1)}…` : line;
  return cut.toWellFormed();
}
