import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where browsers put what is kept, on every system. */
export const downloadsDirectory = (): string => join(homedir(), 'Downloads');
