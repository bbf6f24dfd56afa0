import type { BaseUrlProblem } from '../../domain/connections/connection.ts';

/** The words of the first run. */
export const firstRunMessages = {
  title: 'Your files, also without the network',
  intro:
    'Pinfold keeps a copy of what a file-storage service knows about your files on this computer. Edits wait here until the service has them.',
  practise: 'Practise with sample data',
  practiseRest: 'Starts a practice service on this computer with 10,000 files. Nothing leaves it.',
  practising: 'Starting…',
  connect: 'Connect to a service',
  baseUrl: 'Base URL',
  baseUrlHint: 'The address of the service’s API, with its version.',
  sentTo: 'The token is sent to',
  sentNowhereElse: 'and to nobody else.',
  token: 'Token',
  tokenHint: 'Quotes, line breaks and “Bearer” are removed.',
  tokenFlaw: 'This holds characters that no token can have.',
  name: 'Name of this connection',
  nameHint: 'For you; the host’s name if left empty.',
  test: 'Test',
  testing: 'Testing…',
  go: 'Connect',
  connecting: 'Connecting…',
  back: 'Back',
  mayDo: 'What this token may do',
  areas: {
    files: 'Rename files and change metadata',
    listing: 'List files',
    keys: 'List API keys',
    signatures: 'Read signatures',
  },
  verdict: { yes: 'yes', no: 'no', notChecked: 'not checked' },
  request: 'Request',
  unclearRefusal: 'A 401 does not prove a bad token: it may be invalid, revoked, used up, or not allowed to do this.',
  urlFlaw: {
    notAnAddress: 'This is not an address. It begins with https://',
    notHttps: 'Only https is safe for a token; http is accepted for this computer alone.',
    hasUserinfo: 'Leave the name and password out of the address.',
    hasQueryOrFragment: 'Leave out what follows ? or #.',
  } satisfies Record<BaseUrlProblem, string>,
} as const;

/** A 401 is also what a good token gets where it may not do something. */
export const isUnclearRefusal = (words: string): boolean => /^401\b/.test(words);
