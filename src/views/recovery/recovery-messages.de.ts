import { count, plural } from '../../components/format.ts';
import type { WordingOf } from '../messages/wording.ts';
import type * as english from './recovery-messages.ts';

export const recoveryMessages: WordingOf<typeof english>['recoveryMessages'] = {
  windowTitle: 'Wiederherstellung · Pinfold',
  app: 'Pinfold',
  titles: {
    damaged: 'Die Warteschlange der Änderungen ist beschädigt',
    safeMode: 'Pinfold ist im abgesicherten Modus gestartet',
  },
  damaged:
    'Nichts wurde gelöscht, und nichts wird gesendet. Was hier auch gewählt wird: Die beschädigte Datei bleibt, und der Schritt lässt sich zurücknehmen.',
  safeMode: (starts) =>
    `Die letzten ${count(starts)} Starts endeten, bevor die Seite zu sehen war. Nichts wird gesendet, kopiert oder indiziert, bis gewählt ist, wie es weitergeht.`,
  file: 'Datei',
  problem: 'Was nicht stimmt',
  readable: 'Was sich noch lesen lässt',
  reading: 'Wird gelesen…',
  contents: {
    edits: 'Wartende Änderungen',
    connections: 'Verbindungen',
    savedViews: 'Gesicherte Ansichten',
    drafts: 'Entwürfe',
    stars: 'Sterne',
    fileNotes: 'Notizen zu Dateien',
  },
  editsRead: (readable) => `${count(readable)} lesbar`,
  altered: (edits) => `${count(edits)} nicht wie geschrieben`,
  lost: (edits) => `${count(edits)} verloren`,
  unreadable: 'nicht lesbar',
  takeOut: 'Die Änderungen herausholen',
  takeOutAbout: 'Sichert jede wartende Änderung, die sich lesen lässt, als JSON-Datei. Hier ändert sich nichts.',
  nothingToTakeOut: 'Keine Änderung dieser Warteschlange lässt sich lesen.',
  exportFile: 'pinfold-wartende-aenderungen.json',
  fresh: 'Mit einer leeren Warteschlange starten',
  freshAbout:
    'Die beschädigte Warteschlange bleibt unter einem anderen Namen. Lesbare Verbindungen, gesicherte Ansichten, Entwürfe, Sterne und Notizen kommen mit, wartende Änderungen nicht.',
  freshSafeAbout:
    'Diese Warteschlange bleibt unter einem anderen Namen. Verbindungen, gesicherte Ansichten, Entwürfe, Sterne und Notizen kommen mit, wartende Änderungen nicht.',
  freshGo: 'Leer starten, alte Warteschlange behalten',
  snapshots: 'Eine Sicherung wiederherstellen',
  snapshotsAbout:
    'Änderungen, die darin warteten, werden bis zur Freigabe zurückgehalten: Manche wurden vielleicht inzwischen gesendet. Die jetzige Warteschlange bleibt erhalten.',
  noSnapshots: 'Es gibt keine Sicherung dieser Warteschlange.',
  normally: 'Normal starten',
  normallyAbout: 'Öffnet das Profil und macht mit allem weiter, wie bei jedem anderen Start.',
  kept: 'Eine aufbewahrte Warteschlange zurücklegen',
  keptAbout:
    'Diese Warteschlangen machten einer anderen Platz. Änderungen, die darin warten, werden zurückgehalten, falls inzwischen etwas gesendet worden sein kann. Die jetzige wird ihrerseits aufbewahrt.',
  keptHere: 'Aufbewahrte Warteschlangen',
  noneKept: 'Keine Warteschlange wurde beiseitegelegt.',
  kinds: {
    replaced: 'Beiseitegelegt',
    snapshot: 'Sicherung',
    beforeMigration: 'Vor einem Update',
  },
  editsIn: (edits) => plural(edits, 'wartende Änderung', 'wartende Änderungen'),
  editsUnknown: 'Änderungen nicht lesbar',
  restore: 'Wiederherstellen',
  putBack: 'Zurücklegen',
  restoreOf: (what) => `Wiederherstellen: ${what}`,
  putBackOf: (what) => `Zurücklegen: ${what}`,
  working: {
    startFresh: 'Start mit leerer Warteschlange…',
    restore: 'Die Sicherung wird wiederhergestellt…',
    putBack: 'Die Warteschlange wird zurückgelegt…',
    startNormally: 'Startet…',
  },
};
