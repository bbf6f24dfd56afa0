import { bytes, count, monthName, plural } from '../../components/format.ts';
import { fileCount } from '../messages/app-messages.ts';

export const libraryMessages = {
  title: 'Library',
  about: (files: number, sizeBytes: number, unknownSizes: number) =>
    `${fileCount(files)}, ${bytes(sizeBytes)}${unknownSizes === 0 ? '' : `, ${count(unknownSizes)} of unknown size`}.`,
  copied: (when: string) => `As copied ${when}.`,
  copying: 'The first copy is under way. The charts show what is here so far.',
  notCopied: 'The first copy is not complete. The charts show what is here so far.',
  empty: 'Nothing is here to look at yet',
  emptyRest: 'The charts appear with the first files of the copy.',
  waiting: 'Adding up',
  table: 'Table',
  chart: 'Chart',
  showTable: (title: string) => `${title}: show as a table`,
  showChart: (title: string) => `${title}: show as a chart`,
  tableOf: (title: string) => `${title}, table`,
  others: 'Others',
  files: 'Files',
  bytes: 'Bytes',
  types: {
    title: 'Bytes by type',
    column: 'Type',
    none: 'No type given',
  },
  months: {
    title: 'Bytes by month',
    column: 'Month',
    earlier: (month: string) => `Before ${monthName(month)}`,
    none: 'No date given',
    odd: 'No date, or one to come',
    mark: (month: string, files: number, sizeBytes: number) =>
      `${monthName(month)}: ${bytes(sizeBytes)}, ${fileCount(files)}. Show them`,
    soFar: (sizeBytes: number) => `${bytes(sizeBytes)}, so far this month`,
  },
  groups: {
    title: 'Groups',
    column: 'Group',
    heads: { files: 'files', bytes: 'bytes', filled: 'filled in' },
    none: 'No group',
    filled: 'Filled in',
    filledHint: 'How many of the most common metadata keys the files of a group have, on average',
    more: (groups: number) => plural(groups, 'more group', 'more groups'),
  },
  keys: {
    title: 'Metadata',
    column: 'Key',
    share: 'Share',
    without: (files: number) => `${count(files)} without`,
    withoutColumn: 'Without',
    showWith: (files: number) => `Show ${fileCount(files)} with`,
    complete: 'on every file',
    more: (keys: number) => plural(keys, 'more key', 'more keys'),
  },
  runOuts: {
    title: 'API keys',
    column: 'API key',
    end: 'Run-out',
    today: 'today',
    nameless: 'without a name',
    usedUpAt: (when: string) => `used up ${when}`,
    usedUp: 'used up',
    anyTime: 'any time now',
    about: (day: string, days: number | null) =>
      days === null ? `about ${day}` : `${day}, ± ${plural(days, 'day', 'days')}`,
    mayDoAll: 'May do everything',
    adminKeys: (keys: number, idle: number, days: number) =>
      keys === 0
        ? 'no key'
        : `${plural(keys, 'key', 'keys')}${idle === 0 ? '' : `, ${count(idle)} of them unused for ${count(days)} days`}`,
    all: (keys: number) => `All ${count(keys)}`,
    conditions: { active: 'active', limited: 'limited', exhausted: 'used up', revoked: 'revoked' },
    none: 'There are no API keys in the copy.',
  },
  edits: {
    title: 'Edits a day',
    day: 'Day',
    sent: 'Sent from this computer',
    elsewhere: 'Seen from elsewhere',
    chart: (days: number) => `Edits a day, ${count(days)} days`,
    scale: 'height: square root of edits',
    today: (edits: number) => `${count(edits)} today`,
    sentOn: (edits: number, day: string) => `${day}: ${plural(edits, 'edit', 'edits')} sent. Show the activity`,
    elsewhereOn: (edits: number, day: string) => `${day}: ${count(edits)} seen from elsewhere. Show the activity`,
    lastDay: 'today',
  },
  news: {
    title: 'Since you last looked',
    first: 'What is new stands here at your next visit.',
    nothing: 'Nothing new was seen since.',
    read: 'Read it in Activity',
    newFiles: (files: number) => (files === 1 ? 'new file' : 'new files'),
    atLeast: (files: number) => `${count(files)} or more`,
    inGroup: (files: number) => `${count(files)} in`,
    elsewhere: 'changed elsewhere',
    alsoHere: (files: number) => `${count(files)} of them you edited too`,
    arrived: (edits: number) => (edits === 1 ? 'edit of yours arrived' : 'edits of yours arrived'),
    needYou: (files: number) => (files === 1 ? 'file needs you' : 'files need you'),
    keys: (keys: number) => (keys === 1 ? 'key near its end' : 'keys near their end'),
    keyEnd: (day: string) => `about ${day}`,
  },
  hints: {
    title: 'Worth a look',
    duplicates: 'Files with the same content',
    duplicatesFound: (groups: number) =>
      plural(groups, 'content lies here more than once', 'contents lie here more than once'),
    sameContent: 'Same content',
    signatures: (files: number) => `${fileCount(files)} with a signature that was never fetched`,
    toSignatures: 'Signatures',
    withoutKey: (files: number) => `${fileCount(files)} without`,
    show: 'Show',
    idleAdmins: (keys: number, days: number) =>
      `${plural(keys, 'key that may do everything is', 'keys that may do everything are')} unused for ${count(days)} days`,
  },
} as const;

export const familyMessages: Readonly<Record<string, string>> = {
  image: 'Images',
  video: 'Video',
  audio: 'Audio',
  model: '3D models',
  text: 'Text',
  font: 'Fonts',
};

export const applicationMessages: Readonly<Record<string, string>> = {
  'application/json': 'JSON',
  'application/pdf': 'PDF',
  'application/zip': 'ZIP archives',
  'application/gzip': 'Gzip archives',
  'application/x-tar': 'Tar archives',
  'application/octet-stream': 'Plain bytes',
  'application/xml': 'XML',
};

/** The name of a type or family in words; null where there is none, and the service's own text stands. */
export const typeName = (type: string): string | null =>
  (type.endsWith('/*') ? familyMessages[type.slice(0, -2)] : applicationMessages[type]) ?? null;
