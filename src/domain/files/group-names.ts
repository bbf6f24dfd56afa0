import { z } from 'zod';

/** Characters (UTF-16 code units) of a group's id; a longer one cannot be named. */
export const LONGEST_GROUP_ID = 1_000;

/** The characters of a name that a person gives to a group. */
export const LONGEST_GROUP_NAME = 100;

/** Most named groups of one connection. */
export const MOST_GROUP_NAMES = 1_000;

/** A name that a person gave to a group, on this computer alone. */
export const groupName = z.object({
  group: z.string().min(1).max(LONGEST_GROUP_ID),
  name: z.string().max(LONGEST_GROUP_NAME),
});
export type GroupName = Readonly<z.infer<typeof groupName>>;
