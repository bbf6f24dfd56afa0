import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseStrictly } from './strict-json.ts';

/** Whose token it is. Nothing else of a token's payload leaves this file: it also holds an e-mail and the key's secret. */
export type TokenAccount = {
  /** As the token names it, else `sha256:` and 32 hexadecimal digits. */
  readonly account: string;
  /** The public value of the key the token stands for; null when the token does not say. */
  readonly tokenKey: string | null;
};

/** Reads a token without asking anybody and without believing it: a wrong claim only binds edits to a wrong name. */
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
