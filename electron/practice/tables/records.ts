import { objectOf, type Json } from '../json.ts';

export const NETWORKS = ['public', 'private'] as const;

export type Network = (typeof NETWORKS)[number];

export function isNetwork(text: string): text is Network {
  return NETWORKS.some((network) => network === text);
}

/** Metadata in the order it was written. Values are strings unless somebody else wrote something odd. */
export type Keyvalues = ReadonlyMap<string, Json>;

/** A file as the service keeps it. */
export type StoredFile = {
  readonly id: string;
  readonly network: Network;
  readonly name: string | null;
  /** A CID, or `pending` while the content is still being added. */
  readonly cid: string;
  readonly sizeBytes: number;
  readonly numberOfFiles: number;
  readonly mimeType: string | null;
  readonly groupId: string | null;
  readonly keyvalues: Keyvalues | null;
  /** Microseconds and `Z`; this exact text is what the owner's wallet signs. */
  readonly createdAt: string;
  /** Which practice wallet signed the content, or null when nobody did. */
  readonly signer: number | null;
  /** Whether the record spells what it lacks by leaving the member out, instead of by null. */
  readonly leavesOutNulls: boolean;
};

/** Every way in which an account is seen to say "no limit", and the one way to say a limit. */
export const LIMIT_SPELLINGS = ['absent', 'null', '0', '-1', 'number'] as const;

/** An API key as the service keeps it. */
export type StoredKey = {
  readonly id: string;
  readonly name: string;
  /** The public value, hexadecimal. */
  readonly key: string;
  readonly limitSpelling: (typeof LIMIT_SPELLINGS)[number];
  /** Uses allowed, or null for no limit. */
  readonly maxUses: number | null;
  readonly uses: number;
  readonly userId: string;
  readonly scopes: Json;
  readonly revoked: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
};

type JsonObject = { readonly [member: string]: Json };

/** The file record of the interface, section 2.1. */
export const fileRecord = (file: StoredFile): JsonObject =>
  recordWith(file, file.keyvalues && objectOf(file.keyvalues));

function recordWith(file: StoredFile, keyvalues: Json): JsonObject {
  const record = {
    id: file.id,
    name: file.name,
    cid: file.cid,
    size: file.sizeBytes,
    number_of_files: file.numberOfFiles,
    mime_type: file.mimeType,
    group_id: file.groupId,
    keyvalues,
    created_at: file.createdAt,
  };
  if (!file.leavesOutNulls) return record;
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/**
 * The file record as text. Metadata is said as it is kept: most of the work on a page of a thousand files would be to
 * read it and to spell it again.
 *
 * @param keyvaluesText JSON; null when there is none
 */
export function fileRecordText(file: StoredFile, keyvaluesText: string | null): string {
  if (keyvaluesText === null) return JSON.stringify(recordWith(file, null));
  // A quotation mark in a name or a value is spelt with a backslash, so that this is found in its place alone.
  return JSON.stringify(recordWith(file, 0)).replace('"keyvalues":0', () => `"keyvalues":${keyvaluesText}`);
}

/** The key record of the interface, section 2.2. */
export function keyRecord(key: StoredKey): { readonly [member: string]: Json } {
  return {
    id: key.id,
    name: key.name,
    key: key.key,
    ...limitMember(key),
    uses: key.uses,
    user_id: key.userId,
    scopes: key.scopes,
    revoked: key.revoked,
    createdAt: key.createdAt,
    updatedAt: key.updatedAt,
  };
}

function limitMember(key: StoredKey): { max_uses?: number | null } {
  switch (key.limitSpelling) {
    case 'absent':
      return {};
    case 'null':
      return { max_uses: null };
    case '0':
      return { max_uses: 0 };
    case '-1':
      return { max_uses: -1 };
    case 'number':
      return { max_uses: key.maxUses };
  }
}
