import type { Chord } from './chord.ts';

/** Where a shortcut works. */
export const keyScopes = ['everywhere', 'files', 'inspector', 'lists', 'changes', 'conflict', 'activity'] as const;
export type KeyScope = (typeof keyScopes)[number];

type Shortcut = {
  readonly scope: KeyScope;
  /** The keys until the person chooses others; the first is shown. */
  readonly keys: readonly Chord[];
  /** The keys are those of every other program, and stay. */
  readonly isFixed?: true;
};

/** The actions that have keys. Preferences name the ids. */
export const shortcuts = {
  palette: { scope: 'everywhere', keys: ['Ctrl K'] },
  paletteCommands: { scope: 'everywhere', keys: ['Ctrl Shift P'] },
  search: { scope: 'everywhere', keys: ['/', 'Ctrl F'] },
  goLibrary: { scope: 'everywhere', keys: ['G L'] },
  goFiles: { scope: 'everywhere', keys: ['G F'] },
  goKeys: { scope: 'everywhere', keys: ['G K'] },
  goSignatures: { scope: 'everywhere', keys: ['G S'] },
  goChanges: { scope: 'everywhere', keys: ['G C'] },
  goActivity: { scope: 'everywhere', keys: ['G A'] },
  view1: { scope: 'everywhere', keys: ['Ctrl 1'] },
  view2: { scope: 'everywhere', keys: ['Ctrl 2'] },
  view3: { scope: 'everywhere', keys: ['Ctrl 3'] },
  view4: { scope: 'everywhere', keys: ['Ctrl 4'] },
  view5: { scope: 'everywhere', keys: ['Ctrl 5'] },
  view6: { scope: 'everywhere', keys: ['Ctrl 6'] },
  view7: { scope: 'everywhere', keys: ['Ctrl 7'] },
  view8: { scope: 'everywhere', keys: ['Ctrl 8'] },
  view9: { scope: 'everywhere', keys: ['Ctrl 9'] },
  undo: { scope: 'everywhere', keys: ['Ctrl Z'] },
  redo: { scope: 'everywhere', keys: ['Ctrl Shift Z'] },
  checkNow: { scope: 'everywhere', keys: ['Ctrl R'] },
  explain: { scope: 'everywhere', keys: ['Ctrl /'] },
  nextPane: { scope: 'everywhere', keys: ['F6'] },
  previousPane: { scope: 'everywhere', keys: ['Shift F6'] },
  rowMenu: { scope: 'everywhere', keys: ['Menu', 'Shift F10'], isFixed: true },
  showKeys: { scope: 'everywhere', keys: ['?'] },

  toggleInspector: { scope: 'files', keys: ['Space'] },
  inspect: { scope: 'files', keys: ['Enter'] },
  rename: { scope: 'files', keys: ['F2'] },
  editMetadata: { scope: 'files', keys: ['E'] },
  addFilter: { scope: 'files', keys: ['F'] },
  filterAlike: { scope: 'files', keys: ['Shift F'] },
  toggleRow: { scope: 'files', keys: ['X', 'Ctrl Space'] },
  selectAll: { scope: 'files', keys: ['Ctrl A'] },
  clearSelection: { scope: 'files', keys: ['Esc'], isFixed: true },
  star: { scope: 'files', keys: ['S'] },
  copyCid: { scope: 'files', keys: ['Ctrl C'] },
  copyAs: { scope: 'files', keys: ['Ctrl Shift C'] },

  saveMetadata: { scope: 'inspector', keys: ['Ctrl Enter'] },

  nextRow: { scope: 'lists', keys: ['J'] },
  previousRow: { scope: 'lists', keys: ['K'] },

  tickSet: { scope: 'changes', keys: ['X', 'Space'] },
  send: { scope: 'changes', keys: ['Ctrl Enter'] },
  dryRun: { scope: 'changes', keys: ['Ctrl Shift Enter'] },

  nextField: { scope: 'conflict', keys: ['J'] },
  previousField: { scope: 'conflict', keys: ['K'] },
  useMine: { scope: 'conflict', keys: ['1'] },
  useServer: { scope: 'conflict', keys: ['2'] },
  useOwnValue: { scope: 'conflict', keys: ['3'] },
  keepServer: { scope: 'conflict', keys: ['S'] },
  useResult: { scope: 'conflict', keys: ['Enter'] },

  markSeen: { scope: 'activity', keys: ['M'] },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutId = keyof typeof shortcuts;

export const shortcutIds = Object.keys(shortcuts).filter((id): id is ShortcutId => Object.hasOwn(shortcuts, id));

export const shortcutOf = (id: ShortcutId): Shortcut => shortcuts[id];

/** Scopes whose keys can be heard by one press, beside those that work everywhere. */
const together: readonly (readonly [KeyScope, KeyScope])[] = [
  ['changes', 'lists'],
  ['changes', 'conflict'],
];

/** Whether one press can be heard in both scopes, so that a chord cannot mean two things. */
export const overlap = (a: KeyScope, b: KeyScope): boolean =>
  a === b || a === 'everywhere' || b === 'everywhere' || together.some((pair) => pair.includes(a) && pair.includes(b));
