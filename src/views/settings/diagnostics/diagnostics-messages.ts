import type { LogLevel } from '../../../contract/app.ts';
import type { LoggedRequest } from '../../../domain/service/logged-request.ts';

export const diagnosticsMessages = {
  connection: 'Connection',
  requests: 'Last requests',
  requestsAbout: 'Of this run of Pinfold, newest first. No bodies, no headers and no token are kept.',
  noRequests: 'Nothing was asked of this service yet.',
  columns: { when: 'When', request: 'Request', status: 'Answer', duration: 'Took', requestId: 'Request id' },
  noAnswer: 'no answer',
  failures: {
    notSent: 'not sent',
    noAnswer: 'no answer',
    answered: 'refused',
    malformed: 'not readable',
    notOurService: 'not the service',
    wrongRecord: 'another record',
  } satisfies Record<NonNullable<LoggedRequest['failure']>, string>,
  report: 'Report',
  reportAbout:
    'For somebody who helps you. It holds the service’s host, what it may do, its own words and these requests; no token, no account, no name of a file, key or connection. Read it before you send it on.',
  copyReport: 'Copy the report',
  copied: 'Copied',
  log: 'Log',
  logAbout: 'A text file in the data folder, which only you can read. Tokens are taken out before a line is written.',
  logLevel: 'What is written into the log',
  logLevels: {
    errors: 'faults of Pinfold',
    requests: 'faults, and every request with its answer’s status',
  } satisfies Record<LogLevel, string>,
  folder: 'Data folder',
  openFolder: 'Open the data folder',
  folderStaysShut: 'This system has no program that shows a folder. Its path stands under Data & export.',
} as const;
