/** The shortcuts of every screen, as [keys, effect]. */
export const shortcutMessages = {
  title: 'Keys on this screen',
  rest: 'Letters are keys only while a list has the focus; Settings can turn them off.',
  list: [
    ['/ or Ctrl K', 'search'],
    ['G, then F, K, S or C', 'go to Files, API keys, Signatures or Changes'],
    ['↑ ↓ PgUp PgDn Home End', 'move in the list'],
    ['Space', 'show or hide the inspector'],
    ['Enter', 'go to the inspector'],
    ['Esc', 'back one step, or select nothing; no edit is discarded'],
    ['X', 'select the row, or not'],
    ['Shift ↑ ↓ PgUp PgDn Home End', 'select up to there'],
    ['Ctrl A', 'select everything in the list'],
    ['F2', 'rename, or rename what is selected'],
    ['E', 'edit metadata, or that of what is selected'],
    ['F', 'add a filter; with Shift one by the chosen file'],
    ['Ctrl 1 to Ctrl 9', 'open a saved view'],
    ['Ctrl Z', 'undo the last change'],
    ['Ctrl Shift Z', 'redo it'],
    ['← → on the headings', 'next heading; Enter sorts'],
    ['Ctrl Enter', 'in Changes: send what is ticked; with Shift a dry run'],
    ['Ctrl /', 'explain the mark: its edit, tries, answers and next try'],
    ['Ctrl R', 'check now'],
    ['F6', 'next part of the window'],
    ['?', 'these keys'],
  ],
} as const;

/** The shortcuts of API keys and Changes alone. */
export const screenShortcuts = [
  ['J K', 'in API keys and Changes: next, previous; in a conflict: between its fields'],
  ['1 2 3', 'in a conflict: choose yours, the server’s, or by hand'],
  ['Enter in a conflict', 'use the result'],
] as const;
