import { objectOf, type Json } from '../json.ts';

export const NETWORKS = ['public', 'private'] as const;

export type Network = (typeof NETWORKS)[number];

export function isNetwork(text: string): text is Network {
  return NETWORKS.some((network) => network === text);
}

/** Metadata in the order of writing. Values are strings, unless another client wrote other types. */
export type Keyvalues = ReadonlyMap<string, Json>;

/** A stored file. */
export type StoredFile = {
  readonly id: string;
  readonly network: Network;
  readonly name: string | null;
  /** A CID, or `pending` while the service adds the content. */
  readonly cid: string;
  readonly sizeBytes: number;
  readonly numberOfFiles: number;
  readonly mimeType: string | null;
  readonly groupId: string | null;
  readonly keyvalues: Keyvalues | null;
  /** ISO 8601 with microseconds and `Z`. Wallets sign exactly this text. */
  readonly createdAt: string;
  /** The index of the wallet that signed the content, or null. */
  readonly signer: number | null;
  /** Whether the record omits absent fields, instead of sending null. */
  readonly leavesOutNulls: boolean;
};

/** The forms in which services say "no limit", and the one form of a limit. */
export const LIMIT_SPELLINGS = ['absent', 'null', '0', '-1', 'number'] as const;

/** A stored API key. */
export type StoredKey = {
  readonly id: string;
  readonly name: string;
  /** The public value, hexadecimal. */
  readonly key: string;
  readonly limitSpelling: (typeof LIMIT_SPELLINGS)[number];
  /** Permitted uses, or null without a limit. */
  readonly maxUses: number | null;
  readonly uses: number;
  readonly userId: string;
  readonly scopes: Json;
  readonly revoked: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
};

type JsonObject = { readonly [field: string]: Json };

/** The file record (section 2.1 of the interface). */
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
 * The file record as JSON text. The stored text of the metadata goes in unparsed: parsing and writing it would be most
 * of the work on a page of a thousand files.
 *
 * @param keyvaluesText JSON; null without metadata
 */
export function fileRecordText(file: StoredFile, keyvaluesText: string | null): string {
  if (keyvaluesText === null) return JSON.stringify(recordWith(file, null));
  // JSON escapes quotation marks inside strings, so this text occurs once.
  return JSON.stringify(recordWith(file, 0)).replace('"keyvalues":0', () => `"keyvalues":${keyvaluesText}`);
}

/** The key record (section 2.2 of the interface). */
export function keyRecord(key: StoredKey): { readonly [field: string]: Json } {
  return {
    id: key.id,
    name: key.name,
    key: key.key,
    ...limitField(key),
    uses: key.uses,
    user_id: key.userId,
    scopes: key.scopes,
    revoked: key.revoked,
    createdAt: key.createdAt,
    updatedAt: key.updatedAt,
  };
}

function limitField(key: StoredKey): { max_uses?: number | null } {
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
