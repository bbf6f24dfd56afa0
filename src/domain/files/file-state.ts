/** The mark a file carries in every list, most urgent first. */
export const fileStates = ['needsYou', 'refused', 'gone', 'waiting', 'held', 'onServer'] as const;

export type FileState = (typeof fileStates)[number];
