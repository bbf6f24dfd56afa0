import { count, isOne, plural } from '../../components/format.ts';
import type { Preferences, RowHeight } from '../../contract/app.ts';
import type { CommandGroup } from '../../domain/palette/rank-commands.ts';

/** The files of a plan: all of them, those that change, and those left out. */
type Counts = { readonly files: number; readonly changed: number; readonly unfit: number };

export const paletteMessages = {
  title: 'Commands and search',
  open: 'Commands',
  label: 'Search, paste a CID, or do something',
  results: 'What can be done',
  groups: {
    recent: 'Recent',
    staged: 'Edit',
    chosen: 'On the chosen file',
    list: 'Files',
    everywhere: 'Everywhere',
    views: 'Saved views',
    places: 'Go to',
    settings: 'Settings',
    connections: 'Connections',
  } satisfies Record<CommandGroup, string>,
  selected: (files: number) => `On ${plural(files, 'selected file', 'selected files')}`,
  staged: {
    title: (files: number) =>
      files === 1 ? 'Do, on this file' : `Do, on the ${plural(files, 'selected file', 'selected files')}`,
    set: (key: string, value: string) => `Set ${key} = ${value}`,
    rename: (first: string, second: string) => `Rename to ${first}, ${second}, …`,
    counts: ({ changed, files, unfit }: Counts) =>
      [
        changed === 0 && unfit === 0
          ? 'all are so already'
          : `${count(changed)} of ${plural(files, 'file', 'files')} ${isOne(changed) ? 'changes' : 'change'}`,
        ...(unfit === 0 ? [] : [`${count(unfit)} would be refused`]),
      ].join(' · '),
    preview: 'shows what would change first',
    notDone: (title: string) => `Not done: ${title}.`,
    fitsNone: 'It fits none of the files.',
    rest: (files: number) =>
      files === 0
        ? 'Saved on this computer first; undo takes it back.'
        : `${count(files)} more. Saved on this computer first; undo takes it back.`,
    filter: (key: string, value: string) => `Show files where ${key} is ${value}`,
  },
  foundFiles: 'Files found',
  unavailable: 'Not possible now',
  unnamed: '(no name)',
  looking: 'Looking for files…',
  noCommand: 'No command has these words.',
  nothing: 'Nothing here has these words.',
  noId: 'No file in the copy on this computer has this id or CID.',
  pasteId: 'Paste the id or the CID of a file.',
  found: (rows: number) => plural(rows, 'row', 'rows'),
  keys: { move: 'move', run: 'do', commands: 'commands only', ids: 'id or CID' },
} as const;

/** Why a command cannot run now. */
export const reasons = {
  onlyInFiles: 'only in Files',
  onlyInLists: 'only in Files and API keys',
  readOnly: 'this connection is read-only',
  noFile: 'choose a file first',
  privateFile: 'this file is private: open it from the inspector',
  noCid: 'it has no CID yet',
  emptyList: 'the list is empty',
  nothingSelected: 'nothing is selected',
  nothingNarrows: 'nothing narrows the list',
  nothingToUndo: 'nothing to undo',
  nothingToRedo: 'nothing to redo',
  nothingWaits: 'nothing waits',
  paused: 'this connection is paused',
  noToken: 'there is no token',
  offline: 'offline: sends by itself',
  isSo: 'it is so now',
  hereNow: 'you are here',
} as const;

/** Names of commands. */
export const commandTitles = {
  rename: 'Rename…',
  editMetadata: 'Edit metadata…',
  star: (isStarred: boolean) => (isStarred ? 'Take the star away' : 'Star'),
  copyCid: (files: number) => (files === 1 ? 'Copy CID' : `Copy ${count(files)} CIDs`),
  copyAs: 'Copy as…',
  openGateway: 'Open through the gateway',
  inspect: 'Go to the inspector',
  explain: 'Explain its state',
  filterAlike: 'Add filter by this file…',
  clearSelection: 'Clear the selection',
  inspector: (isOpen: boolean) => (isOpen ? 'Hide the inspector' : 'Show the inspector'),
  search: 'Search files',
  selectAll: 'Select everything in the list',
  addFilter: 'Add filter…',
  widen: 'Clear search and filters',
  saveView: 'Save this view…',
  manageViews: 'Manage saved views…',
  export: 'Export…',
  importTable: 'Import table…',
  fetchSignatures: 'Fetch signatures',
  lookUpCid: 'Look up a CID…',
  lookUpThis: 'Look up this CID',
  undo: (title: string | null) => (title === null ? 'Undo' : `Undo: ${title}`),
  redo: (title: string | null) => (title === null ? 'Redo' : `Redo: ${title}`),
  checkNow: 'Check now',
  send: 'Send what is ticked',
  dryRun: 'Dry run of what waits',
  pause: (isPaused: boolean) => (isPaused ? 'Resume this connection' : 'Pause this connection'),
  keyAlerts: 'Alerts of API keys…',
  checkSignatures: 'Check all signatures again',
  shortcuts: 'Keys on this screen',
  guide: 'Read the guide',
  themes: { system: 'Colours as the system has them', light: 'Light colours', dark: 'Dark colours' } satisfies Record<
    Preferences['theme'],
    string
  >,
  rowHeights: { dense: 'Low rows', usual: 'Usual rows', roomy: 'High rows' } satisfies Record<RowHeight, string>,
  letterKeys: (isOn: boolean) => (isOn ? 'Turn single-letter keys off' : 'Turn single-letter keys on'),
  practiceNetwork: (isOn: boolean) => (isOn ? 'Practice: network off' : 'Practice: network on'),
  settings: (section: string) => `Settings: ${section}`,
  within: (screen: string, part: string) => `${screen}: ${part}`,
  addConnection: 'Add a connection…',
  toConnection: (name: string) => `Open ${name}`,
} as const;

/** Further words by which a command is found. */
export const synonyms: Readonly<Record<string, string>> = {
  rename: 'name title',
  star: 'favourite favorite bookmark mark pin',
  copyCid: 'clipboard hash',
  openGateway: 'browser ipfs web view show',
  copyAs: 'clipboard json csv markdown curl ipfs link name id',
  editMetadata: 'key value tags properties',
  search: 'find',
  export: 'csv json table download save copy',
  importTable: 'csv upload',
  addFilter: 'narrow only where',
  send: 'push upload sync',
  checkNow: 'refresh reload sync pull',
  pause: 'offline stop',
  lookUpCid: 'ipfs hash content',
  'theme-dark': 'night black appearance theme',
  'theme-light': 'day white appearance theme',
  'theme-system': 'appearance theme',
  'rows-dense': 'density compact',
  'rows-usual': 'density',
  'rows-roomy': 'density comfortable',
  guide: 'help manual documentation how',
  shortcuts: 'help keyboard shortcuts',
  letterKeys: 'keyboard shortcuts',
  undo: 'take back revert',
  'settings-appearance': 'theme dark light',
};
