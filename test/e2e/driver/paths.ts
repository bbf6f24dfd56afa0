import { join } from 'node:path';

export const rootDirectory = join(import.meta.dirname, '../../..');
export const built = (path: string): string => join(rootDirectory, 'out', path);
