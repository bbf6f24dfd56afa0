import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseStrictly } from './strict-json.ts';

/** The owner of a token. The payload also contains an e-mail address and the key's secret, which stay in this file. */
export type TokenAccount = {
  /** The account in the payload, or else `sha256:` and 32 hexadecimal digits of the token's hash. */
  readonly account: string;
  /** The public value of the token's API key; null when the payload has none. */
  readonly tokenKey: string | null;
};

/**
 * Reads the account from a token's payload (RFC 7519). No signature is checked: a wrong claim only makes a wrong
 * account ref, under which edits are parked.
 */
export function accountOf(token: string): TokenAccount {
  const claims = claimsOf(token);
  if (claims === null) return { account: digestOf(token), tokenKey: null };
  const named = [
    claims.userInformation,
    claims.user_id,
    claims.userId,
    claims.account_id,
    claims.accountId,
    claims.sub,
  ];
  return { account: named.find((name) => name !== null) ?? digestOf(token), tokenKey: claims.scopedKeyKey };
}

const printable = z.string().regex(/^[\x21-\x7e]{1,200}$/);
const name = z
  .union([printable, z.int().transform(String)])
  .nullable()
  .catch(null);

const payload = z.object({
  userInformation: z
    .object({ id: name })
    .transform(({ id }) => id)
    .nullable()
    .catch(null),
  user_id: name,
  userId: name,
  account_id: name,
  accountId: name,
  sub: name,
  scopedKeyKey: printable.nullable().catch(null),
});

function claimsOf(token: string): z.infer<typeof payload> | null {
  const [, middle = '', signature] = token.split('.');
  if (signature === undefined) return null;
  const parsed = parseStrictly(Buffer.from(middle, 'base64url').toString());
  const read = payload.safeParse(parsed.ok ? parsed.value : null);
  return read.success ? read.data : null;
}

const digestOf = (token: string): string => `sha256:${createHash('sha256').update(token).digest('hex').slice(0, 32)}`;

/** Removes one connection's token from a text that a service or a proxy wrote. */
export type SecretRedactor = (text: string) => string;

const REMOVED = '[removed]';
/** Shorter parts of a token may be ordinary words, and removing those would hide the message. */
const SHORTEST_PIECE = 16;
/** Services name a key by the beginning of its token; a shorter one gives too little away to hide the message for. */
const SHORTEST_PREFIX = 12;

/**
 * The redactor of a token: removes the token, its parts and their beginnings (a JWT's payload contains the key's secret; RFC 7519, 3), and
 * every text in the form of a bearer token (RFC 6750, 2.1) or of a JWT.
 */
export function secretRedactor(token: string): SecretRedactor {
  const pieces = token.split('.').filter((piece) => piece.length >= SHORTEST_PIECE);
  const secrets = [...new Set([token, encodeURIComponent(token), ...pieces])];
  return (text) =>
    secrets
      .reduce((clean, secret) => withoutPrefixes(withoutWhole(clean, secret), secret), text)
      .replaceAll(/\bBearer\s+[^\s"',;]+/gi, `Bearer ${REMOVED}`)
      .replaceAll(/\beyJ[\w-]{8,}(?:\.[\w-]*)*/g, REMOVED);
}

/** What a text is folded with: control characters and blanks, which no token has. */
const BREAKS = /[\0-\x20]+/g;

/** Small letters as ASCII has them: `toLowerCase` would make two letters of some others. */
const small = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * The text without a whole secret: also folded over lines, which HTTP once allowed for a long header (RFC 9112, 5.2), and in
 * other capitals, as a host or a percent-encoding may have it.
 */
function withoutWhole(text: string, secret: string): string {
  if (secret.length < SHORTEST_PIECE) return text.replaceAll(secret, REMOVED);
  const [dense, wanted] = [small(text.replaceAll(BREAKS, '')), small(secret)];
  let found = dense.indexOf(wanted);
  if (found === -1) return text;
  // Where in the text each letter of the dense one stands.
  const places = Array.from({ length: text.length }, (_, at) => at).filter((at) => text.charCodeAt(at) > 0x20);
  let [clean, end] = ['', 0];
  for (; found !== -1; found = dense.indexOf(wanted, found + wanted.length)) {
    clean += text.slice(end, places[found]) + REMOVED;
    end = (places[found + wanted.length - 1] ?? text.length) + 1;
  }
  return clean + text.slice(end);
}

/** The text without any beginning of a secret that is long enough to give it away. */
function withoutPrefixes(text: string, secret: string): string {
  if (secret.length < SHORTEST_PIECE) return text;
  const [beginning, ...others] = text.split(secret.slice(0, SHORTEST_PREFIX));
  const rests = others.map((rest) => {
    let same = 0;
    while (same < rest.length && rest[same] === secret[SHORTEST_PREFIX + same]) same += 1;
    return rest.slice(same);
  });
  return [beginning, ...rests].join(REMOVED);
}

const LONGEST_MESSAGE = 300;

/**
 * A foreign text as one line for the screen and the log: no token, no control characters, at most 300 characters. The
 * redactor runs before the cut, which could leave half a token, and again over the line as it is shown.
 */
export function oneLine(text: string, redact: SecretRedactor): string {
  const line = redact(redact(text).replaceAll(/[\p{Cc}\s]+/gu, ' ')).trim();
  const cut = line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE - 1)}…` : line;
  return cut.toWellFormed();
}
