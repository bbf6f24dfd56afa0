/** Removes one connection's token from a text that a service or a proxy wrote. */
export type SecretRedactor = (text: string) => string;

const REMOVED = '[removed]';
/** Shorter parts of a token may be ordinary words, and removing those would hide the message. */
const SHORTEST_PIECE = 16;

/**
 * The redactor of a token: removes the token, its parts (a JWT's payload contains the key's secret; RFC 7519, 3), and
 * every text in the form of a bearer token (RFC 6750, 2.1) or of a JWT.
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
 * A foreign text as one line for the screen and the log: no token, no control characters, at most 300 characters. The
 * redactor runs before the cut, which could leave half a token, and again after control characters inside a token are
 * gone.
 */
export function oneLine(text: string, redact: SecretRedactor): string {
  const line = redact(redact(text).replaceAll(/[\p{Cc}\s]+/gu, ' ')).trim();
  const cut = line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE - 1)}…` : line;
  return cut.toWellFormed();
}
