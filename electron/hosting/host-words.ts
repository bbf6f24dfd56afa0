const english = {
  /** Why the core did not start. No start failure deletes anything. */
  profileInUse: (path: string): string =>
    `Another Pinfold is using ${path}. Close it, or choose another folder with --profile.`,
  fromTheFuture: (path: string): string =>
    `${path} was written by a newer Pinfold. Use that version; nothing was changed.`,
  damaged: (path: string, detail: string): string =>
    `${path} is damaged (${detail}). Nothing was deleted; keep a copy of this folder.`,
  notWritable: (path: string, detail: string): string => `Pinfold cannot write to ${path} (${detail}).`,
  broken: (part: string, detail: string): string =>
    `Pinfold could not start, because its ${part} broke: ${detail}. Nothing was deleted.`,
  /** A cause with the line of the log that says more. */
  inLog: (detail: string, reference: string): string => `${detail} (reference ${reference} in the log)`,
  wayOut: 'To save the waiting edits that can still be read, start with --export-pending FILE.',
  /** Why the app ends while it runs. */
  endedAgain: (part: string, detail: string): string =>
    `Pinfold had to stop, because its ${part} ended again and again: ${detail}. Every saved edit is kept; start Pinfold again.`,
  ended: (cause: string): string => `Pinfold had to stop. ${cause} Every saved edit is kept.`,
  bug: (reference: string): string =>
    `Pinfold had to stop because of a fault in it (reference ${reference}). Your edits are kept.`,
  /** Why a window stays empty. */
  pageEndedAgain: (detail: string): string =>
    `A window of Pinfold stopped working, and again soon after: ${detail}. Close it and open Pinfold again. Every saved edit is kept.`,
  /** The box in which a person says where a file goes. */
  saveTitle: 'Save file',
  saveButton: 'Save',
  fileOf: (extension: string): string => `${extension} file`,
  notSaved: (detail: string): string => `The file was not saved. ${detail}`,
  tooLong: 'It is too long.',
} as const;

export type HostWords = {
  readonly [Name in keyof typeof english]: (typeof english)[Name] extends string ? string : (typeof english)[Name];
};

const german: HostWords = {
  profileInUse: (path) =>
    `Ein anderes Pinfold benutzt ${path}. Es schließen oder mit --profile einen anderen Ordner wählen.`,
  fromTheFuture: (path) =>
    `${path} wurde von einem neueren Pinfold geschrieben. Mit jener Version öffnen; nichts wurde geändert.`,
  damaged: (path, detail) =>
    `${path} ist beschädigt (${detail}). Nichts wurde gelöscht; eine Kopie dieses Ordners aufheben.`,
  notWritable: (path, detail) => `Pinfold kann nicht in ${path} schreiben (${detail}).`,
  broken: (part, detail) =>
    `Pinfold konnte nicht starten, weil ein Teil davon (${part}) ausfiel: ${detail}. Nichts wurde gelöscht.`,
  inLog: (detail, reference) => `${detail} (Kennung ${reference} im Protokoll)`,
  wayOut: 'Die wartenden Änderungen, die noch lesbar sind, sichert ein Start mit --export-pending DATEI.',
  endedAgain: (part, detail) =>
    `Pinfold musste anhalten, weil ein Teil davon (${part}) immer wieder endete: ${detail}. Jede gesicherte Änderung ist noch da; Pinfold neu starten.`,
  ended: (cause) => `Pinfold musste anhalten. ${cause} Jede gesicherte Änderung ist noch da.`,
  bug: (reference) =>
    `Pinfold musste wegen eines Fehlers im Programm anhalten (Kennung ${reference}). Die Änderungen sind noch da.`,
  pageEndedAgain: (detail) =>
    `Ein Fenster von Pinfold fiel aus, und bald darauf noch einmal: ${detail}. Es schließen und Pinfold neu öffnen. Jede gesicherte Änderung ist noch da.`,
  saveTitle: 'Datei sichern',
  saveButton: 'Sichern',
  fileOf: (extension) => `${extension}-Datei`,
  notSaved: (detail) => `Die Datei wurde nicht gesichert. ${detail}`,
  tooLong: 'Sie ist zu lang.',
};

/** What the host says itself, by language: in boxes of the system, and in the terminal. */
export const hostWords = { en: english, de: german } as const satisfies Record<string, HostWords>;
