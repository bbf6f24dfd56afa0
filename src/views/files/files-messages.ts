import { count, isOne, plural } from '../../components/format.ts';
import { labelText, type TextProblem } from '../../domain/core/text.ts';
import type { MetadataCondition } from '../../domain/files/file-filter.ts';
import type { FileMark } from '../../domain/files/file-marks.ts';
import type { FilterField, FilterProblem } from '../../state/files/filter-draft.ts';
import type { InspectorPart } from '../../state/files/inspector.svelte.ts';
import { appMessages } from '../messages/app-messages.ts';
import type { Standstill } from '../messages/problem-messages.ts';

export const filesMessages = {
  title: 'Files',
  all: 'All files',
  public: 'Public files',
  private: 'Private files',
  edited: 'Files edited here',
  starred: 'Files with a star',
  searched: (words: string) => `“${words}”`,
  foundIn: { cid: 'CID', id: 'id' },
  found: (files: number) => plural(files, 'file', 'files'),
  /** Those found, of those there are. */
  foundOf: (files: number, all: number) => `${plural(files, 'file', 'files')} of ${count(all)}`,
  /** After the count of a search: how it is ordered. */
  ranked: (inName: number, others: number) =>
    inName === 0
      ? 'found in other text, none by name'
      : `${count(inName)} by name first, then ${count(others)} by other text`,
  /** The count while the query is still running. */
  foundSoFar: (files: number) => `${count(files)}+ files`,
  network: 'Network',
  inspector: 'Inspector',
  listMenu: 'More for this list',
  importIds: 'Import ids…',
  copyCid: 'Copy the CID',
  copyName: 'Copy the whole name',
  copied: 'Copied',
  replacesLong: (characters: number) =>
    `The name has ${plural(characters, 'character', 'characters')}, too many to be edited here. What you type takes its place.`,
  characters: (characters: number) => plural(characters, 'character', 'characters'),
  importTable: 'Import table…',
  export: 'Export…',
  fetchSignatures: 'Fetch signatures',
  selection: {
    label: 'Selected files',
    count: (selected: number, all: number) => `${count(selected)} of ${count(all)} selected`,
    /** Edits and scans take files out of a list, and leave them selected. */
    beyond: (selected: number, all: number) =>
      `${count(selected)} selected, ${all === 0 ? 'none in this list now' : 'not all in this list now'}`,
    every: 'Select all files of this list',
    all: (all: number) => (all === 1 ? 'Select it' : `Select all ${count(all)}`),
    allFound: 'Select all',
    whole: 'Everything in this list, also what is out of sight.',
    editMetadata: 'Edit metadata…',
    edit: 'Edit…',
    rename: 'Rename…',
    more: 'More…',
    clear: 'Clear',
    tooLong: (most: number) =>
      `More than ${count(most)} files cannot be picked one by one. Select all of them instead.`,
  },
  newName: 'New name',
  rename: 'Rename',
  /** The mark of a row. */
  draft: 'unsaved draft',
  fields: (changes: number) => (changes === 1 ? '1 field' : `${count(changes)} fields`),
  empty: {
    nothingFound: (searched: string) =>
      searched === '' ? 'No file matches' : `No file matches “${labelText(searched)}”`,
    close: 'Close to it',
    closeCount: (words: number) => (words === 0 ? '' : plural(words, 'word is close to it', 'words are close to it')),
    edits: (edits: number) => (isOne(edits) ? 'one letter away' : `${count(edits)} letters away`),
    nothingFoundRest: 'Nothing in the copy on this computer is like this.',
    searchedFor:
      'Names, metadata, CIDs and ids in the copy on this computer were searched; case and accents do not matter.',
    clear: 'Clear search and filters',
    withoutFilters: 'Search in all files',
    asWritten: (words: string) => `Look for “${labelText(words)}” exactly as written`,
    none: 'There are no files on this service',
    noneRest: 'They appear here after they are uploaded and the service is checked again.',
    copying: 'The first files are on their way',
    copyingRest: 'The list can be used as soon as the first page is here.',
    tryNow: 'Try now',
    practise: 'Practise with sample data',
    notCopied: 'Nothing is copied to this computer yet',
    notCopiedRest: {
      offline: 'The network is away. The copy begins by itself when it is back; meanwhile you can practise here.',
      paused: 'This connection is paused: the copy is made when you resume.',
      noToken: 'There is no token on this computer: the copy is made when you give one in Settings.',
      tokenRefused: 'The service refused this token (401): the copy is made with a token that it takes.',
      unreachable: 'The service cannot be reached: the copy is made when it can.',
      notAnswering: 'The service is not answering: the copy is made when it does.',
      rateLimited: 'The service asks to wait: the copy is made afterwards.',
      notOurService: 'Something else answers in place of the service: a sign-in page, a proxy, or another address.',
      notAllowed: 'The service does not allow this token to list files.',
      incompleteList: 'The service’s list of files does not come to its end, and gave no file.',
      fileCeiling: 'The copy has as many files as it may have.',
      disk: 'The disk of this computer is full or cannot be written.',
    } satisfies Record<Standstill, string>,
    noListing: 'This service cannot list its files',
    noListingRest:
      'Say which files you want here: each id is fetched once and then stays in the copy on this computer.',
  },
} as const;

export const inspectorMessages = {
  parts: {
    record: 'Record',
    history: 'History',
    signature: 'Signature',
    raw: 'What the service said',
  } satisfies Record<InspectorPart, string>,
  summaries: { signature: 'Who signed this content' },
  noHistory: 'Nothing happened yet',
  historySummary: (moments: number, when: string, last: string) =>
    `${plural(moments, 'entry', 'entries')} · ${when}: ${last}`,
  /** A status, and how old it is. */
  withAge: (said: string, age: string) => `${said} · ${age}`,
  noCid: 'No CID yet',
  notFetched: 'Not fetched yet',
  signedBy: (signer: string) => `Valid, signed by “${labelText(signer)}”`,
  fileSeen: (age: string) => `file seen ${age}`,
  fetched: (age: string) => `fetched ${age}`,
  checked: (age: string) => `checked here ${age}`,
  recordSummary: (network: string, group: string | null, files: number | null, id: string): string =>
    [
      network,
      ...(group === null ? [] : [`group ${labelText(group)}`]),
      ...(files === null || files === 1 ? [] : [plural(files, 'file', 'files')]),
      `id ${id.slice(0, 8)}…`,
    ].join(' · '),
  subtitle: (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' · '),
  seal: 'Seal of its content',
  added: (at: string) => `added ${at}`,
  nothing: 'No file is chosen',
  nothingRest: 'Choose one in the list to see what is known of it.',
  gone: 'This file is not in the copy on this computer any more.',
  close: 'Close inspector',
  width: 'Width of the inspector',
  id: 'Id',
  name: 'Name',
  network: 'Network',
  size: 'Size',
  sizeRest: (bytes: number) => `${count(bytes)} bytes`,
  files: 'Files inside',
  type: 'Type',
  group: 'Group',
  created: 'Created',
  seen: 'On server',
  seenRest: (age: string) => `as seen ${age}`,
  noMetadata: 'This file has no metadata.',
  waiting: 'waiting',
  before: 'On server:',
  after: 'On this computer:',
  removed: 'removed',
  rename: 'Rename',
  newKey: 'New key',
  newValue: 'New value',
  add: 'Add a pair',
  remove: (key: string) => (key === '' ? 'Remove the new pair' : `Remove ${key}`),
  putBack: (key: string) => `Put ${key} back`,
  pasteLabel: 'Lines of key=value',
  pasteHint: 'A known key gets the value, an unknown one is added.',
  pasteTake: 'Take these lines',
  pasteProblem: 'Each line must be of the form key=value.',
  saved: 'Saved on this computer.',
  kept: 'Your edit is kept on this computer.',
  tryNow: 'Try now',
  decideParked: 'Decide in Changes',
  conflict: (name: string) => `${name} was changed in both places.`,
  conflictField: (field: string, mine: string, server: string, seen: string | null) =>
    `You: ${field} ${mine}. Server: ${server}${seen === null ? '' : ` (seen ${seen})`}.`,
  moreFields: (fields: number) => `And ${plural(fields, 'more field', 'more fields')}.`,
  decide: 'Decide in Changes',
  useMine: 'Use mine',
  useServer: 'Use server’s',
  refused: (status: number | null) => `The service did not accept this${status === null ? '' : ` (${status})`}.`,
  goneWaiting: 'This file is no longer on the service. Your edit is kept.',
  held: 'Your edit is held on this computer until you release it.',
  edit: 'Edit',
  discard: 'Discard',
  seeChanges: 'See it in Changes',
  explain: 'Explain this state',
  request: 'Request',
  problem: { ...appMessages.problem, twice: 'This key is there already.' } satisfies Record<
    TextProblem | 'twice',
    string
  >,
} as const;

export const filterMessages = {
  label: 'Filters',
  add: 'Add filter',
  /** Before the examples: what a search may be made of. */
  grammar: 'Also understood:',
  grammarExamples: ['place:harbour', '-draft', '"exact words"'],
  addOf: 'Filter by',
  clear: 'Clear all',
  remove: (filter: string) => `Remove filter ${filter}`,
  field: {
    metadata: 'Metadata',
    type: 'Type',
    group: 'Group',
    network: 'Network',
    state: 'State',
    mark: 'Your own marks',
    size: 'Size',
    created: 'Created',
    alike: 'Like the chosen file',
  } satisfies Record<FilterField, string>,
  key: 'Key',
  keyHint: 'The keys your files have, or any other.',
  opLabel: 'Condition',
  op: { is: 'is', contains: 'contains', has: 'Has key', lacks: 'Lacks key' } satisfies Record<
    MetadataCondition['op'],
    string
  >,
  sign: { is: '=', contains: 'contains' },
  valueLabel: 'Value',
  values: {
    is: 'Exactly this, case and accents included.',
    contains: 'Anywhere in the value; case and accents do not matter.',
  },
  find: 'Find in the list',
  none: 'Nothing in the list fits.',
  noneOfFile: 'Choose a file in the list first.',
  atLeast: 'At least',
  atMost: 'At most',
  sizeHint: 'For example 500 kB or 2 GB. One end may stay empty.',
  from: 'From',
  to: 'To',
  daysHint: 'Both days included. One end may stay empty.',
  problem: {
    noKey: 'Choose a key, or type one.',
    noEnd: 'Give at least one end.',
    notASize: 'Write a size such as 500 kB or 2 GB.',
    wrongWay: 'The first end must not be beyond the second.',
  } satisfies Record<FilterProblem, string>,
  value: {
    edited: 'edited here',
    marks: { star: 'starred', note: 'with a note' } satisfies Record<FileMark, string>,
    family: (type: string) => `any ${type}`,
    noText: '(empty)',
    none: 'none',
    atLeast: (size: string) => `at least ${size}`,
    atMost: (size: string) => `at most ${size}`,
    since: (day: string) => `since ${day}`,
    until: (day: string) => `until ${day}`,
    between: (from: string, to: string) => `${from} to ${to}`,
  },
} as const;
