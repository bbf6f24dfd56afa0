import { aboutCallers, aboutSignatures } from './caller-sabotages.ts';
import { aboutFiles } from './file-sabotages.ts';
import { aboutKeys, aboutNames } from './key-sabotages.ts';
import type { Sabotage } from './sabotage.ts';

/** Every way of being wrong in which the contract suite is tried out. */
export const sabotages: readonly Sabotage[] = [
  ...aboutCallers,
  ...aboutSignatures,
  ...aboutKeys,
  ...aboutNames,
  ...aboutFiles,
];
