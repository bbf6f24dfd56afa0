import { count, plural } from '../../components/format.ts';
import type { Plan } from '../../contract/bulk.ts';
import { LONGEST_TABLE, MOST_TABLE_FILES } from '../../domain/files/table-size.ts';
import { componentMessages } from '../../components/component-messages.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { TextProblem } from '../../domain/core/text.ts';
import type { LineProblem, PlanProblem } from '../../domain/edits/bulk.ts';
import { metadataKey } from '../../domain/files/field.ts';
import type { BulkEditKind } from '../../state/bulk/bulk.svelte.ts';
import type { ExportPurpose } from '../../state/bulk/table-export.svelte.ts';
import type { TableFileProblem } from '../../state/bulk/table-import.svelte.ts';
import type { OperationProblem, OperationKind } from '../../state/bulk/operation-draft.ts';
import {
  failureMessage,
  appMessages,
  type FailureMessage,
  fileCount,
  unfitTextMessage,
} from '../messages/app-messages.ts';
import { limitMessage } from '../messages/problem-messages.ts';

export const bulkMessages = {
  title: {
    metadata: (number: number) => `Edit metadata of ${fileCount(number)}`,
    names: (number: number) => `Rename ${fileCount(number)}`,
  } satisfies Record<BulkEditKind, unknown>,
  rest: 'The steps are carried out in order on every file. Nothing is queued before you have seen what would change.',
  step: (number: number) => `Step ${count(number)}`,
  what: 'Do',
  kind: {
    setKey: 'Set a key',
    removeKey: 'Remove a key',
    renameKey: 'Rename a key',
    replaceInName: 'Find and replace in the name',
    addToName: 'Add to the name',
    numberNames: 'Number the names',
  } satisfies Record<OperationKind, string>,
  key: 'Key',
  value: 'Value',
  oldKey: 'Old key',
  newKey: 'New key',
  find: 'Find',
  replacement: 'Replace with',
  matchCase: 'Match case',
  prefix: 'In front',
  suffix: 'Before the ending',
  stem: 'Name',
  stemHint: 'The number and the ending follow.',
  first: 'First number',
  digits: 'Digits',
  add: 'Add a step',
  remove: (number: number) => `Remove step ${count(number)}`,
  preview: 'Preview',
  preparing: (number: number) => `Looking at ${fileCount(number)}…`,
  stop: 'Stop',
  back: 'Back',
  problem: {
    ...appMessages.problem,
    same: 'This is the old key.',
    nothing: 'Add something in front or before the ending.',
    notNumber: 'This must be a whole number.',
  } satisfies Record<OperationProblem, string>,
  plan: {
    counts: ({ files: all, changed, unfit, problemCount }: Plan): string => {
      const asBefore = all - changed - unfit - problemCount;
      return [
        changed === 1 ? '1 file changes' : `${count(changed)} files change`,
        ...(unfit > 0 ? [`${count(unfit)} left out`] : []),
        ...(asBefore > 0 ? [`${count(asBefore)} as before`] : []),
      ].join(' · ');
    },
    list: 'What would change',
    full: 'The chosen file in full',
    more: (fields: number) => `+${count(fields)}`,
    before: 'Before:',
    after: 'After:',
    removed: 'removed',
    left: 'Left out:',
    nothing: 'Nothing would change.',
    queue: (changes: number) => (changes === 1 ? 'Queue 1 change' : `Queue ${count(changes)} changes`),
    queueing: 'Queueing…',
    notKept: 'This preview is not kept any more. Go back and make it again; nothing was queued.',
    unfit: {
      empty: 'cannot be empty',
      loneSurrogate: 'holds half a character',
      controlCharacter: 'holds a control character',
      tooLong: 'is too long',
    } satisfies Record<TextProblem, string>,
    cannot: 'A file that is left out stays as it is; the others are queued.',
    outdated: 'earlier values, which somebody else has changed since',
  },
  outdated: {
    left: (files: number) =>
      `In ${fileCount(files)} the table holds an earlier value, which somebody else has changed since. Such cells are left out.`,
    putBack: 'Earlier values of the table replace what somebody else has written since.',
    choose: 'Put earlier values back, too',
  },
  problems: {
    title: (lines: number) => `${plural(lines, 'line', 'lines')} cannot be used`,
    line: (line: number) => `Line ${count(line)}`,
    reason: {
      noFileId: 'This line names no file: its id or its network is missing, or is none.',
      moreCells: 'This line has more cells than the table has columns.',
      twice: 'This file is in the table twice; the first line counts.',
      notInCopy: 'This file is not in the copy.',
    } satisfies Record<LineProblem, string>,
    only: (listed: number) => `The first ${count(listed)} are listed.`,
  },
  export: {
    title: (number: number) => `Export ${fileCount(number)}`,
    rest: 'Names and metadata are exported as they are shown, with the edits that wait here.',
    purpose: 'What for',
    purposes: {
      table: 'A table to edit and bring back',
      copy: 'A copy to keep',
    } satisfies Record<ExportPurpose, string>,
    purposeRest: {
      table: 'Names and metadata, to be changed elsewhere and imported again.',
      copy: 'Everything that is known of these files, however many they are.',
    } satisfies Record<ExportPurpose, string>,
    tooMany: `A table holds at most ${count(MOST_TABLE_FILES)} files. Select fewer, or keep a copy.`,
    format: 'Format',
    csv: 'CSV, for a spreadsheet',
    csvRest:
      'An empty cell means that the file has no such key. A cell that a spreadsheet would run begins with an apostrophe, which goes again on import.',
    json: 'JSON, without loss',
    jsonRest: 'A key is removed where its value is null.',
    go: 'Export',
    busy: 'Exporting…',
    file: { csv: 'pinfold-files.csv', json: 'pinfold-files.json' },
  },
  import: {
    title: 'Import table',
    rest: 'Brings an exported table back after it was edited. Nothing is queued before you have seen what would change.',
    drop: 'Drop a CSV, JSON or JSON Lines file here, or',
    choose: 'Choose a file…',
    reading: (name: string) => `Reading ${name}…`,
    another: 'Another file',
    unusable: 'This table cannot be used.',
    problem: {
      empty: 'There is nothing in this file.',
      tooLong: `This table is longer than ${count(LONGEST_TABLE)} characters. Split it.`,
      several: appMessages.severalFiles,
      unread: appMessages.unreadFile,
      notText: appMessages.notText,
    } satisfies Record<TableFileProblem, string>,
  },
} as const;

/** The core keeps the latest few plans, so a preview that stayed open for long may be gone. */
export const planFailureMessage = (failure: Failure): FailureMessage =>
  failure.kind === 'notFound' ? { message: bulkMessages.plan.notKept } : failureMessage(failure);

/** Why a file is left out of a plan: "tier: is too long". */
export function planProblemMessage(problem: PlanProblem): string {
  if (problem.kind === 'limit') return limitMessage(problem.limit);
  if (problem.kind === 'outdated') return bulkMessages.plan.outdated;
  return `${metadataKey(problem.field) ?? componentMessages.name}: ${bulkMessages.plan.unfit[problem.problem]}`;
}

/** An unreadable table has a message of its own. */
export const tableFailureMessage = (failure: Failure): FailureMessage =>
  failure.kind === 'unfitText'
    ? { message: bulkMessages.import.unusable, detail: unfitTextMessage(failure.why) }
    : failureMessage(failure);
