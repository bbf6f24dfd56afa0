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
  const [, middle, signature] = token.split('.');
  if (middle === undefined || signature === undefined) return null;
  const parsed = parseStrictly(Buffer.from(middle, 'base64url').toString());
  const read = payload.safeParse(parsed.ok ? parsed.value : null);
  return read.success ? read.data : null;
}

const digestOf = (token: string): string => `sha256:${createHash('sha256').update(token).digest('hex').slice(0, 32)}`;
