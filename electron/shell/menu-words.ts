const english = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  items: {
    about: 'About Pinfold',
    services: 'Services',
    hide: 'Hide Pinfold',
    hideOthers: 'Hide Others',
    unhide: 'Show All',
    quit: 'Quit Pinfold',
    close: 'Close Window',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    pasteAndMatchStyle: 'Paste and Match Style',
    delete: 'Delete',
    selectAll: 'Select All',
    resetZoom: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    togglefullscreen: 'Toggle Full Screen',
    toggleDevTools: 'Toggle Developer Tools',
    minimize: 'Minimize',
    zoom: 'Zoom',
    front: 'Bring All to Front',
  },
} as const;

export type MenuWords = {
  readonly [Name in Exclude<keyof typeof english, 'items'>]: string;
} & { readonly items: Readonly<Record<keyof typeof english.items, string>> };

const german: MenuWords = {
  file: 'Datei',
  edit: 'Bearbeiten',
  view: 'Ansicht',
  window: 'Fenster',
  items: {
    about: 'Über Pinfold',
    services: 'Dienste',
    hide: 'Pinfold ausblenden',
    hideOthers: 'Andere ausblenden',
    unhide: 'Alle einblenden',
    quit: 'Pinfold beenden',
    close: 'Fenster schließen',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    pasteAndMatchStyle: 'Einfügen und Stil anpassen',
    delete: 'Löschen',
    selectAll: 'Alles auswählen',
    resetZoom: 'Originalgröße',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    togglefullscreen: 'Vollbild ein oder aus',
    toggleDevTools: 'Entwicklerwerkzeuge ein oder aus',
    minimize: 'Minimieren',
    zoom: 'Zoomen',
    front: 'Alle nach vorne bringen',
  },
};

/** The words of the menus, by language. */
export const menuWords = { en: english, de: german } as const satisfies Record<string, MenuWords>;
