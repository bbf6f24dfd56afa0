import { z } from 'zod';

/** Identifies a connection of this profile; made here, never sent to a service. */
export const connectionId = z.uuid().brand('ConnectionId');
export type ConnectionId = z.infer<typeof connectionId>;

/**
 * The service's identifier of a file: UUID-shaped in the contract, but a service may spell it otherwise, so anything
 * that is one plain path segment is accepted. `.` and `..` would change the path they are put into.
 */
export const fileId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/)
  .brand('FileId');
export type FileId = z.infer<typeof fileId>;

export const keyId = z.string().min(1).max(200).brand('KeyId');
export type KeyId = z.infer<typeof keyId>;

export const editId = z.uuid().brand('EditId');
export type EditId = z.infer<typeof editId>;

export const changeSetId = z.uuid().brand('ChangeSetId');
export type ChangeSetId = z.infer<typeof changeSetId>;

/** A file lives on one network, and the network is part of every path to it. */
export const network = z.enum(['public', 'private']);
export type Network = z.infer<typeof network>;

/** Where a file is: the same id on two networks would be two files. */
export const fileKey = z.object({ network, id: fileId });
export type FileKey = Readonly<z.infer<typeof fileKey>>;

/** One file of one connection. */
export type FileRef = FileKey & { readonly connectionId: ConnectionId };
