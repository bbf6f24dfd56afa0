import { DAY_MS } from '../core/durations.ts';
import { z } from 'zod';
import { keyId } from '../core/ids.ts';
import { type ApiKey, isExhausted, useLimit } from './api-key.ts';
import {
  permissionGroup,
  type PermissionGroup,
  permissionGroupOf,
  permissionGroupsOf,
  riskOf,
  scopesOf,
} from './scopes.ts';

/** Days without use after which a key counts as idle. */
export const IDLE_DAYS = 90;
const RISKIEST_SHOWN = 25;
const UNKNOWN_SCOPES_SHOWN = 100;

/** A key with what the audit needs besides it. */
export type AuditedKey = {
  readonly key: ApiKey;
  /** Since when the key is known to be unused; null when unknown. */
  readonly idleSinceMs: number | null;
  readonly missingSinceMs: number | null;
};

/** How many keys in force have a permission group. */
const powerCount = z.object({
  power: permissionGroup,
  keys: z.number(),
  /** Of these, how many only because they are admin keys. */
  asAdmin: z.number(),
  /** Of these, how many have not been used for `IDLE_DAYS` or longer. */
  idle: z.number(),
});

const riskyKey = z.object({
  id: keyId,
  name: z.string().nullable(),
  /** The most dangerous permission group of the key. Keys without any are left out. */
  power: permissionGroup,
  isUnlimited: z.boolean(),
  idleSinceMs: z.number().nullable(),
});
export type RiskyKey = Readonly<z.infer<typeof riskyKey>>;

/** The audit of an account's keys. A key in force is listed, not revoked and not used up. */
export const keyAudit = z.object({
  inForce: z.number(),
  /** The most dangerous first. */
  powers: z.array(powerCount),
  /** Keys in force without any granted scope. */
  powerless: z.number(),
  riskiest: z.array(riskyKey),
  /** Keys that can no longer be used; one both revoked and used up counts as revoked. */
  dead: z.object({ revoked: z.number(), exhausted: z.number(), missing: z.number() }),
  /** Keys in force, unused for `IDLE_DAYS` or longer. */
  idle: z.number(),
  /** Unknown granted scopes, each with the number of keys in force that have it; most keys first, as far as they are shown. */
  unknownScopes: z.array(z.object({ name: z.string(), keys: z.number() })),
  otherUnknownScopes: z.number(),
});
export type KeyAudit = Readonly<z.infer<typeof keyAudit>>;

/** Audits the keys of an account. A key that is no longer listed is not in force. */
export function auditOf(keys: readonly AuditedKey[], nowMs: number): KeyAudit {
  const listed = keys.filter(({ missingSinceMs }) => missingSinceMs === null);
  const inForce = listed.filter(({ key }) => !key.revoked && !isExhausted(key)).map(withPowers);
  const isIdle = ({ idleSinceMs }: AuditedKey): boolean =>
    idleSinceMs !== null && nowMs - idleSinceMs >= IDLE_DAYS * DAY_MS;
  const unknown = unknownScopes(inForce);
  return {
    inForce: inForce.length,
    powers: permissionGroup.options.map((power) => {
      const able = inForce.filter(({ powers }) => powers.includes(power));
      return {
        power,
        keys: able.length,
        asAdmin: power === 'everything' ? 0 : able.filter(({ powers }) => powers.includes('everything')).length,
        idle: able.filter(isIdle).length,
      };
    }),
    powerless: inForce.filter(({ powers }) => powers.length === 0).length,
    riskiest: riskiest(inForce),
    dead: {
      revoked: listed.filter(({ key }) => key.revoked).length,
      exhausted: listed.filter(({ key }) => !key.revoked && isExhausted(key)).length,
      missing: keys.length - listed.length,
    },
    idle: inForce.filter(isIdle).length,
    unknownScopes: unknown.slice(0, UNKNOWN_SCOPES_SHOWN),
    otherUnknownScopes: Math.max(0, unknown.length - UNKNOWN_SCOPES_SHOWN),
  };
}

type Able = AuditedKey & { readonly powers: readonly PermissionGroup[] };

const withPowers = (audited: AuditedKey): Able => ({ ...audited, powers: permissionGroupsOf(audited.key.scopesJson) });

/** Ordered by the most dangerous permission group, then unlimited before limited, then the longest unused first. */
function riskiest(keys: readonly Able[]): RiskyKey[] {
  const risky = keys.flatMap(({ key, idleSinceMs, powers: [power] }): readonly RiskyKey[] =>
    power === undefined
      ? []
      : [{ id: key.id, name: key.name, power, isUnlimited: useLimit(key) === null, idleSinceMs }],
  );
  return risky
    .toSorted(
      (a, b) =>
        riskOf(a.power) - riskOf(b.power) ||
        Number(b.isUnlimited) - Number(a.isUnlimited) ||
        (a.idleSinceMs ?? Infinity) - (b.idleSinceMs ?? Infinity) ||
        (a.id < b.id ? -1 : 1),
    )
    .slice(0, RISKIEST_SHOWN);
}

function unknownScopes(keys: readonly Able[]): KeyAudit['unknownScopes'] {
  const counts = new Map<string, number>();
  for (const { key, powers } of keys) {
    if (!powers.includes('other')) continue;
    const granted = scopesOf(key.scopesJson).leaves.filter((leaf) => leaf.granted);
    const names = granted.filter(({ name }) => permissionGroupOf(name) === 'other').map(({ name }) => name);
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, number]) => ({ name, keys: number })).toSorted((a, b) => b.keys - a.keys);
}
