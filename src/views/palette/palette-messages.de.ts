import { count, plural } from '../../components/format.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './palette-messages.ts';

type Wording = WordingOf<typeof english>;

export const paletteMessages: Wording['paletteMessages'] = {
  title: 'Befehle und Suche',
  open: 'Befehle',
  label: 'Suchen, eine CID einfügen oder etwas tun',
  results: 'Was sich tun lässt',
  groups: {
    recent: 'Zuletzt',
    staged: 'Bearbeiten',
    chosen: 'Mit der gewählten Datei',
    list: 'Dateien',
    everywhere: 'Überall',
    views: 'Gesicherte Ansichten',
    places: 'Gehe zu',
    settings: 'Einstellungen',
    connections: 'Verbindungen',
  },
  selected: (files) => `Mit ${plural(files, 'ausgewählten Datei', 'ausgewählten Dateien')}`,
  staged: {
    title: (files) =>
      files === 1 ? 'Mit dieser Datei' : `Mit den ${plural(files, 'ausgewählten Datei', 'ausgewählten Dateien')}`,
    set: (key, value) => `${key} = ${value} setzen`,
    rename: (first, second) => `Umbenennen in ${first}, ${second}, …`,
    counts: ({ changed, files, unfit }) =>
      [
        changed === 0 && unfit === 0
          ? 'bei allen schon so'
          : `${count(changed)} von ${plural(files, 'Datei ändert sich', 'Dateien ändern sich')}`,
        ...(unfit === 0 ? [] : [`${count(unfit)} würden abgelehnt`]),
      ].join(' · '),
    preview: 'zeigt zuerst, was sich ändern würde',
    rest: (files) =>
      files === 0
        ? 'Zuerst auf diesem Computer gespeichert; lässt sich zurücknehmen.'
        : `${count(files)} weitere. Zuerst auf diesem Computer gespeichert; lässt sich zurücknehmen.`,
    filter: (key, value) => `Dateien zeigen, bei denen ${key} gleich ${value} ist`,
  },
  foundFiles: 'Gefundene Dateien',
  unavailable: 'Jetzt nicht möglich',
  unnamed: '(ohne Namen)',
  looking: 'Sucht nach Dateien…',
  noCommand: 'Kein Befehl hat diese Wörter.',
  nothing: 'Nichts hier hat diese Wörter.',
  noId: 'Keine Datei in der Kopie auf diesem Computer hat diese ID oder CID.',
  pasteId: 'Die ID oder CID einer Datei einfügen.',
  found: (rows) => plural(rows, 'Zeile', 'Zeilen'),
  keys: { move: 'bewegen', run: 'ausführen', commands: 'nur Befehle', ids: 'ID oder CID' },
};

export const reasons: Wording['reasons'] = {
  onlyInFiles: 'nur in Dateien',
  onlyInLists: 'nur in Dateien und API-Schlüsseln',
  readOnly: 'diese Verbindung ist schreibgeschützt',
  noFile: 'zuerst eine Datei wählen',
  privateFile: 'diese Datei ist privat: aus dem Inspektor öffnen',
  noCid: 'sie hat noch keine CID',
  emptyList: 'die Liste ist leer',
  nothingSelected: 'nichts ist ausgewählt',
  nothingNarrows: 'nichts grenzt die Liste ein',
  nothingToUndo: 'nichts rückgängig zu machen',
  nothingToRedo: 'nichts zu wiederholen',
  nothingWaits: 'nichts wartet',
  paused: 'diese Verbindung ist angehalten',
  isSo: 'das ist schon so',
  hereNow: 'schon hier',
};

export const commandTitles: Wording['commandTitles'] = {
  rename: 'Umbenennen…',
  editMetadata: 'Metadaten bearbeiten…',
  star: (isStarred) => (isStarred ? 'Stern entfernen' : 'Stern geben'),
  copyCid: (files) => (files === 1 ? 'CID kopieren' : `${count(files)} CIDs kopieren`),
  copyAs: 'Kopieren als…',
  openGateway: 'Über das Gateway öffnen',
  inspect: 'In die Details',
  explain: 'Ihren Status erklären',
  filterAlike: 'Filter nach dieser Datei hinzufügen…',
  clearSelection: 'Auswahl aufheben',
  inspector: (isOpen) => (isOpen ? 'Details verbergen' : 'Details zeigen'),
  search: 'Dateien suchen',
  selectAll: 'Alles in der Liste auswählen',
  addFilter: 'Filter hinzufügen…',
  widen: 'Suche und Filter aufheben',
  saveView: 'Diese Ansicht sichern…',
  manageViews: 'Gesicherte Ansichten verwalten…',
  export: 'Exportieren…',
  importTable: 'Tabelle importieren…',
  fetchSignatures: 'Signaturen holen',
  lookUpCid: 'CID nachschlagen…',
  lookUpThis: 'Diese CID nachschlagen',
  undo: (title) => (title === null ? 'Rückgängig' : `Rückgängig: ${title}`),
  redo: (title) => (title === null ? 'Wiederholen' : `Wiederholen: ${title}`),
  checkNow: 'Jetzt prüfen',
  send: 'Angekreuztes senden',
  dryRun: 'Probelauf des Wartenden',
  pause: (isPaused) => (isPaused ? 'Diese Verbindung fortsetzen' : 'Diese Verbindung anhalten'),
  keyAlerts: 'Hinweise zu API-Schlüsseln…',
  checkSignatures: 'Alle Signaturen neu prüfen',
  guide: 'Anleitung lesen',
  shortcuts: 'Tasten auf dieser Ansicht',
  themes: { system: 'Farben wie im System', light: 'Helle Farben', dark: 'Dunkle Farben' },
  rowHeights: { dense: 'Niedrige Zeilen', usual: 'Übliche Zeilen', roomy: 'Hohe Zeilen' },
  letterKeys: (isOn) => (isOn ? 'Einzelne Buchstaben als Tasten: aus' : 'Einzelne Buchstaben als Tasten: ein'),
  practiceNetwork: (isOn) => (isOn ? 'Übung: Netz aus' : 'Übung: Netz an'),
  settings: (section) => `Einstellungen: ${section}`,
  within: (screen, part) => `${screen}: ${part}`,
  addConnection: 'Verbindung hinzufügen…',
  toConnection: (name) => `${name} öffnen`,
};

export const synonyms: Wording['synonyms'] = {
  rename: 'name titel rename',
  star: 'favorit lesezeichen merken star',
  editMetadata: 'schlüssel wert eigenschaften tags metadata',
  search: 'finden find',
  export: 'csv json tabelle herunterladen sichern kopie download',
  importTable: 'csv hochladen upload',
  addFilter: 'eingrenzen nur wo',
  send: 'hochladen synchronisieren push sync',
  checkNow: 'aktualisieren neu laden synchronisieren refresh sync',
  pause: 'offline stopp',
  lookUpCid: 'ipfs hash inhalt',
  'theme-dark': 'nacht schwarz aussehen dark',
  'theme-light': 'tag weiß aussehen light',
  'theme-system': 'aussehen theme',
  'rows-dense': 'dichte kompakt',
  'rows-usual': 'dichte',
  'rows-roomy': 'dichte luftig',
  guide: 'hilfe handbuch anleitung help',
  shortcuts: 'hilfe tastatur kürzel',
  letterKeys: 'tastatur kürzel',
  undo: 'zurücknehmen undo',
  'settings-appearance': 'thema dunkel hell sprache',
};
