import { listed } from '../../components/format.ts';
import type { Capability } from '../../domain/connections/connection.ts';
import type { TokenWrapping } from '../../domain/connections/pasted-token.ts';

/** What a connection test looks at, in the order of its table. */
export const testedAreas = ['listing', 'keys', 'signatures', 'updates'] as const;

type TestedArea = (typeof testedAreas)[number];

/** The verdict on an area. A test asks for each but the updates, which a person may try: what was asked is not untried. */
export const verdictMessage = (area: TestedArea, { kind }: Capability, isUpdateTried: boolean): string =>
  firstRunMessages.verdict[kind === 'notChecked' && (area !== 'updates' || isUpdateTried) ? 'notKnown' : kind];

/** The verdicts of a connection test in one sentence, for a screen reader. */
export const verdictsInOne = (test: Readonly<Record<TestedArea, Capability>>, isUpdateTried: boolean): string =>
  testedAreas
    .map((area) => `${firstRunMessages.areas[area]}: ${verdictMessage(area, test[area], isUpdateTried)}.`)
    .join(' ');

export const wrappingMessages: Record<TokenWrapping, string> = {
  bearer: 'the word “Bearer”',
  quotes: 'quotes',
  lineBreaks: 'line breaks',
  blanks: 'blanks',
};

export const firstRunMessages = {
  app: 'Pinfold',
  title: 'Your files on IPFS, at hand without the network.',
  intro:
    'Pinfold keeps a copy of what your storage service knows about your files, lets you change names and metadata anywhere, and shows every change before and after it is sent.',
  picture: {
    label:
      'Two lists with the same files, one at the service and one on this computer. Between them a mountain without network. Two files on this computer are changed, and the changes wait.',
    service: 'THE SERVICE',
    files: '10,000 files',
    computer: 'THIS COMPUTER',
    same: 'the same, and 2 edits',
    noNetwork: 'no network',
  },
  practise: 'Practise',
  practiseRest:
    'A service on this computer with the library of a made-up studio: 10,000 files in six collections, 38 keys, three edits that wait. Nothing leaves it.',
  practiseGo: 'Practise with sample data',
  practising: 'Starting…',
  guide: 'Be guided: two minutes, five steps',
  connect: 'Connect',
  baseUrl: 'Address',
  baseUrlHint: 'Of the service’s API, with its version.',
  schemePut: (scheme: string) => `${scheme} was put in front.`,
  versionMissing: 'Is the version missing? Most services have one at the end, as in /v3.',
  addVersion: 'Add /v3',
  sentTo: 'The token is sent to',
  sentNowhereElse: 'and to nobody else.',
  token: 'Token',
  tokenHint: 'Paste it first. Quotes, line breaks and “Bearer” are taken off.',
  takenOff: (parts: readonly TokenWrapping[]) => `Taken off: ${listed(parts.map((part) => wrappingMessages[part]))}.`,
  tokenForgotten: (host: string) => `The token was meant for ${host} and is forgotten. Paste the one for this address.`,
  showToken: 'Show token',
  tokenProblem: 'This holds characters that no token can have.',
  name: 'Name',
  nameHint: 'For you; the host’s name if left empty.',
  missing: {
    token: 'The token is missing. Paste it above.',
    address: 'The address is missing, or none that can be used.',
    both: 'The token and the address are missing.',
  },
  test: 'Test the connection',
  testHint: 'Reads one page of files and keys. Changes nothing.',
  testing: 'Testing…',
  go: 'Connect',
  connecting: 'Connecting…',
  copyNow: 'Copy now',
  copyHint: 'You can browse, search and edit from the first page on.',
  untested: 'Connect all the same',
  untestedHint: 'The test failed, and no connection was made.',
  refusedHint: 'The service refused this token for everything that was tried. No connection was made.',
  back: 'Back',
  mayDo: 'What this token may do',
  areas: {
    updates: 'Rename files and change metadata',
    listing: 'List files',
    keys: 'List API keys',
    signatures: 'Read signatures',
  },
  verdict: { yes: 'yes', no: 'no', notChecked: 'not tried', notKnown: 'not known' },
  notKnownRest: 'It was asked for, and no answer came that tells.',
  testColumns: ['What', 'Allowed', 'How it is known'],
  seen: {
    listing: 'A page of the list was read.',
    keys: 'A page of the keys was read.',
    signatures: 'A signature was asked for, and the service answered.',
  },
  trial: {
    untried: 'Only a change can tell. Known after your first edit.',
    byScopes: 'The scopes of this token’s key say so. Nothing was changed.',
    offer: 'Try it on one file…',
    about: 'One update is sent to',
    noName: 'a file without a name',
    effect:
      'It gives neither a name nor metadata. The service’s interface lets both be left out, so nothing is to change. What comes back is held against what the list has just shown.',
    send: 'Send this one update',
    sending: 'Sending…',
    leave: 'Not now',
    same: 'Tried on one file: the service took the update, and the file came back as it was.',
    changed:
      'The service took the update, and the file came back different from what the list showed. Somebody may have changed it in between.',
    undecided:
      'The service refused an update without fields, which says nothing about the token. Known after your first edit.',
  },
  request: 'Request',
} as const;
