import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ChangeSetId, editId, type EditId } from '../../../../src/domain/core/ids.ts';
import type { FileEdit } from '../../../../src/domain/edits/edit.ts';
import {
  type OutcomeGroup,
  type OutcomeKey,
  outcomeOrder,
  type SentTimes,
} from '../../../../src/domain/edits/outcome-group.ts';
import { tickLetters } from '../../../../src/domain/edits/tape.ts';
import { textOf, textsOf, VALUE } from '../../sqlite/column-parsers.ts';
import { editReader } from '../edit-rows.ts';

const PLACE = `min(CASE change.status ${outcomeOrder.map((status, place) => `WHEN '${status}' THEN ${place}`).join(' ')} END)`;
const REFUSED = outcomeOrder.indexOf('refused');

/** Every edit of a set with the place of its most urgent status. Grouped here: a set may have 10,000 edits. */
const JUDGED = /* sql */ `
  WITH judged AS MATERIALIZED (
    SELECT edit.seq, edit.id, ${PLACE} AS place, edit.refusal_json FROM edits AS edit
    JOIN edit_changes AS change ON change.edit_seq = edit.seq
    WHERE edit.change_set = (SELECT number FROM change_sets WHERE id = ${VALUE}) GROUP BY edit.seq),
  reasoned AS MATERIALIZED (
    SELECT seq, id, place, iif(place = ${REFUSED}, refusal_json ->> '$.message', NULL) AS message,
      iif(place = ${REFUSED}, refusal_json ->> '$.status', NULL) AS http_status FROM judged)
`;

/** A tick for each place of `outcomeOrder`. */
const LETTERS = [
  tickLetters.needsYou,
  tickLetters.refused,
  tickLetters.gone,
  tickLetters.waiting,
  tickLetters.held,
  tickLetters.onServer,
  tickLetters.discarded,
];

/** Of more reasons than this the largest are listed: a service may put the file's name into each of its refusals. */
const MOST_REASONS = 40;

const groupRow = z.object({
  place: z.number(),
  message: z.string().nullable(),
  http_status: z.number().nullable(),
  files: z.number(),
});

/** The edits of a change set by what became of them. */
export function changeSetOutcomes(db: Database) {
  const selectGroups = db.prepare<[string], unknown>(/* sql */ `${JUDGED}
    SELECT place, message, http_status, files FROM (
      SELECT place, message, max(http_status) AS http_status, count(*) AS files,
        row_number() OVER (PARTITION BY place ORDER BY count(*) DESC, message) AS size_rank
      FROM reasoned GROUP BY place, message)
    WHERE size_rank <= ${MOST_REASONS} ORDER BY place, size_rank
  `);
  return {
    /** The most urgent first, then the largest. */
    groups: (id: ChangeSetId): readonly OutcomeGroup[] => selectGroups.all(id).flatMap(groupOf),
    tape: tapeOfSet(db),
    sent: sentTimesOfSet(db),
    ...editsOfGroups(db),
  };
}
export type ChangeSetOutcomes = ReturnType<typeof changeSetOutcomes>;

function groupOf(of: unknown): readonly OutcomeGroup[] {
  const { place, http_status: httpStatus, ...row } = groupRow.parse(of);
  const status = outcomeOrder[place];
  return status === undefined ? [] : [{ status, httpStatus, ...row }];
}

/** One letter for each edit, in the order of their last attempts; what was never sent comes last. */
function tapeOfSet(db: Database): (id: ChangeSetId) => string {
  const select = db
    .prepare<[string, string], unknown>(
      /* sql */ `${JUDGED}
      SELECT coalesce(group_concat(letter, ''), '') FROM (
        SELECT substr(${VALUE}, place + 1, 1) AS letter FROM judged
        ORDER BY coalesce((SELECT max(attempt) FROM attempt_edits WHERE edit_seq = judged.seq), 1e18), seq)
    `,
    )
    .pluck();
  return (id) => textOf(select.get(id, LETTERS.join('')));
}

const sentRow = z.object({ from_ms: z.number().nullable(), to_ms: z.number().nullable(), updates: z.number() });

function sentTimesOfSet(db: Database): (id: ChangeSetId) => SentTimes | null {
  const select = db.prepare<[string], unknown>(/* sql */ `
    SELECT min(attempt.started_at_ms) AS from_ms, max(attempt.ended_at_ms) AS to_ms,
      count(DISTINCT attempt.number) AS updates
    FROM edits AS edit JOIN attempt_edits AS link ON link.edit_seq = edit.seq
    JOIN attempts AS attempt ON attempt.number = link.attempt
    WHERE edit.change_set = (SELECT number FROM change_sets WHERE id = ${VALUE})
  `);
  return (id) => {
    const { from_ms: fromMs, to_ms: toMs, updates } = sentRow.parse(select.get(id));
    return fromMs === null || toMs === null ? null : { fromMs, toMs, updates };
  };
}

/**
 * The edits of one group by keyset: a page walks the set's edits on from the last one read, and judges none before it, so
 * that the hundredth page costs what the first does.
 */
function editsOfGroups(db: Database) {
  const read = editReader(db);
  const of = (column: string) =>
    db
      .prepare<[string, number, string | null, number, number], unknown>(
        /* sql */ `
        SELECT ${column} FROM change_sets AS change_set
        CROSS JOIN edits AS edit ON edit.change_set = change_set.number
        WHERE change_set.id = ${VALUE}
          AND ${VALUE} = (SELECT ${PLACE} FROM edit_changes AS change WHERE change.edit_seq = edit.seq)
          AND (SELECT iif(${PLACE} = ${REFUSED}, edit.refusal_json ->> '$.message', NULL)
            FROM edit_changes AS change WHERE change.edit_seq = edit.seq) IS ${VALUE}
          AND edit.seq > ? ORDER BY edit.seq LIMIT ?
      `,
      )
      .pluck();
  const selectSeqs = of('edit.seq');
  const selectIds = of('edit.id');
  const placeOf = ({ status }: OutcomeKey): number => outcomeOrder.indexOf(status);
  return {
    /** In the order of the queue. @param after sequence number of the last edit before them; 0 for the first page */
    editsOfGroup: (id: ChangeSetId, key: OutcomeKey, after: number, most: number): readonly FileEdit[] =>
      read.bySeqs(selectSeqs.all(id, placeOf(key), key.message, after, most)),
    idsOfGroup: (id: ChangeSetId, key: OutcomeKey): readonly EditId[] =>
      textsOf(selectIds.all(id, placeOf(key), key.message, 0, -1)).map((text) => editId.parse(text)),
  };
}
