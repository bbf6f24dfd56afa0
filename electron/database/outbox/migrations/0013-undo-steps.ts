import type { Migration } from '../../sqlite/migrate.ts';

const stepsOf = (stack: 'undo' | 'redo'): string => /* sql */ `
  INSERT INTO undo_steps (connection_id, stack, step_json)
  SELECT connection_id, '${stack}', step.value
  FROM undo_stacks, json_each(iif(json_valid(stacks_json), stacks_json, '{}'), '$.${stack}') AS step
  WHERE step.type = 'object' ORDER BY connection_id, step.key;
`;

/**
 * A row for each step that can be undone or redone, in the order of their numbers. The stacks of a connection were one text,
 * and each edit wrote all steps again: megabytes after a few bulk edits. A text that is damaged leaves no steps.
 */
export const undoSteps: Migration = {
  version: 21,
  up: /* sql */ `
    CREATE TABLE undo_steps (
      number        INTEGER PRIMARY KEY,
      connection_id TEXT NOT NULL,
      stack         TEXT NOT NULL CHECK (stack IN ('undo', 'redo')),
      step_json     TEXT NOT NULL CHECK (json_valid(step_json))
    ) STRICT;
    CREATE INDEX undo_steps_by_stack ON undo_steps (connection_id, stack, number);
    ${stepsOf('undo')}
    ${stepsOf('redo')}
    DROP TABLE undo_stacks;
  `,
};
