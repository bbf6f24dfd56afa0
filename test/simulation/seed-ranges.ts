/** From this seed on people do everything the screens allow: undo and redo, changes of several files, retries. */
export const FIRST_SEED_OF_ALL_ACTIONS = 100_000_000;
export const usesAllActions = (seed: number): boolean => seed >= FIRST_SEED_OF_ALL_ACTIONS;

/** From this seed on they also choose another rule for conflicts. */
export const FIRST_SEED_OF_RULE_CHANGES = 200_000_000;
export const changesRules = (seed: number): boolean => seed >= FIRST_SEED_OF_RULE_CHANGES;
