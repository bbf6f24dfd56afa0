import { plural } from '../../../components/format.ts';
import type { SelfTestResult } from '../../../domain/connections/self-test.ts';
import type { SyncStatus } from '../../../contract/connections.ts';
import type { MoveProblem } from '../../../domain/connections/connection.ts';
import { baseUrlProblemMessages } from '../../messages/app-messages.ts';

export const selfTestProblemMessages: Readonly<Record<string, string>> = {
  atRest: 'This connection is at rest. Let it go on first.',
  unfinished: 'What an earlier self-test left is not taken away yet.',
  hasEdits: 'This file has edits that are not settled. Choose another one.',
};

export const connectionMoveMessages = {
  title: 'Another address',
  label: 'Address of the service',
  hint: 'With its version. On the same host, token, copy and edits stay as they are.',
  elsewhere: (host: string) => `${host} is another service for Pinfold.`,
  consequences: (from: string) =>
    `The token is forgotten, and the copy of files and keys is taken anew. Nothing made for ${from} is sent there.`,
  parks: (from: string, files: number) =>
    files === 0
      ? 'No edit waits.'
      : `Edits to ${plural(files, 'file', 'files')} are parked: they stay on this computer and go on when the address is ${from} again.`,
  token: (host: string) => `Token for ${host}`,
  tokenHint: 'It is sent to this host and to nobody else.',
  go: 'Change the address',
  going: 'Changing…',
  problems: {
    ...baseUrlProblemMessages,
    practice: 'The practice service finds its own address.',
    needsToken: 'Another host needs a token of its own.',
  } satisfies Record<MoveProblem, string>,
} as const;

export const connectionLimitMessages = {
  readOnly: 'Read-only: never change anything on this service',
  readOnlyHint:
    'Checks for news go on. No edit can be made, and edits that wait are kept and not sent. Held to by the part of Pinfold that talks to the service, not only by these screens.',
  pace: 'Requests in a minute, at most',
  paces: { usual: 'as usual (240; without limit on this computer)' },
} as const;

/**
 * Requests a minute. 55 and 240 stay a little below what plans of such services allow, so that other programs can ask
 * too.
 */
export const requestRates = ['30', '55', '120', '240', '480', '960'] as const;

export const selfTestMessages = {
  open: 'Settle it with a self-test…',
  title: 'Self-test on one file',
  about:
    'Adds one metadata key to a file you name and takes it away again: one read and two or three updates. It settles whether this service merges or replaces metadata, and whether it can remove a key. Choose a file that nobody minds.',
  file: 'File',
  fileHint: 'A part of its name, or its id.',
  look: 'Look for it',
  none: 'No file of the copy matches.',
  choose: 'Which file',
  run: 'Run the self-test',
  running: 'Running…',
  done: 'Close',
  verdicts: {
    merge: 'Settled: this service merges metadata, and can remove a key.',
    mergeWithoutRemoval: 'Settled: this service merges metadata, and cannot remove a key.',
    replace: 'Settled: this service replaces metadata, so every update sends all of it.',
    notStored: 'Not settled: the service took the update and did not store the key.',
  } satisfies Record<SelfTestResult['verdict'], string>,
  backAgain: (updates: number) =>
    `${updates} ${updates === 1 ? 'update was' : 'updates were'} sent. The file is as it was.`,
  stays: (key: string) => `The key ${key} stays on the file, because this service removes none.`,
  problems: selfTestProblemMessages,
  brokeOff: 'A self-test broke off.',
  brokeOffRest: (key: string, file: string) =>
    `The key ${key} may be on the file ${file}. It is taken away after a minute, at the next check that gets through.`,
  stayed: 'A self-test left a key behind.',
  dismiss: 'I know',
} as const;

/** @returns the number of files with edits that are not settled */
export const filesWithUnfinishedEdits = ({ counts }: SyncStatus): number =>
  counts.waiting + counts.needsYou + counts.held + counts.refused + counts.gone;
