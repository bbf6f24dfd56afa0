import { z } from 'zod';

/** The id of a connection of this profile; made here and never sent to a service. */
export const connectionId = z.uuid().brand('ConnectionId');
export type ConnectionId = z.infer<typeof connectionId>;

/**
 * The service's id of a file: a UUID in the contract, but any plain path segment is accepted, because a service may spell
 * it otherwise. Neither `.` nor `..`, which would change the path (RFC 3986, 5.2.4).
 */
export const fileId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/)
  .brand('FileId');
export type FileId = z.infer<typeof fileId>;

/** The service's id of an API key. Half surrogate pairs become U+FFFD, as SQLite would store them in UTF-8. */
export const keyId = z
  .string()
  .min(1)
  .max(200)
  .overwrite((id) => id.toWellFormed())
  .brand('KeyId');
export type KeyId = z.infer<typeof keyId>;

/** The id of a file edit, made here; unique over all profiles. */
export const editId = z.uuid().brand('EditId');
export type EditId = z.infer<typeof editId>;

/** The id of a change set, made here. */
export const changeSetId = z.uuid().brand('ChangeSetId');
export type ChangeSetId = z.infer<typeof changeSetId>;

/** The network of a file, which is part of every path to it. */
export const network = z.enum(['public', 'private']);
export type Network = z.infer<typeof network>;

/** A file of a known connection: the same id on two networks is two files. */
export const fileKey = z.object({ network, id: fileId });
export type FileKey = Readonly<z.infer<typeof fileKey>>;

/** A file key whose parts may be unchecked, such as those of a row. */
type UncheckedKey = Readonly<Record<keyof FileKey, string>>;

/** A file key as one text, for maps and sets: equal for the same file of one connection. */
export const fileKeyText = ({ network, id }: UncheckedKey): string => `${network}/${id}`;

/** Whether two keys name one file of one connection; null names none, and is no file's equal. */
export const isSameFile = (a: UncheckedKey | null, b: UncheckedKey | null): boolean =>
  a !== null && a.id === b?.id && a.network === b.network;

/** File ref: one file of one connection. */
export type FileRef = FileKey & { readonly connectionId: ConnectionId };

/** A file ref as one text, for maps and sets. */
export const fileRefText = (of: FileRef): string => `${of.connectionId}/${fileKeyText(of)}`;
