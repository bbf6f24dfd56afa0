import { countIn } from '../../src/domain/core/language.ts';

const inEnglish = countIn('en');
const inGerman = countIn('de');

const english = {
  open: 'Open Pinfold',
  quit: 'Quit Pinfold',
  upToDate: 'no change is waiting',
  waits: (files: number) => (files === 1 ? '1 file is waiting' : `${inEnglish(files)} files are waiting`),
  needs: (files: number) => (files === 1 ? '1 file needs you' : `${inEnglish(files)} files need you`),
};

/** The words of the tray, in one language. */
export type TrayWords = Readonly<typeof english>;

const german: TrayWords = {
  open: 'Pinfold öffnen',
  quit: 'Pinfold beenden',
  upToDate: 'keine Änderung wartet',
  waits: (files) => (files === 1 ? '1 Datei wartet' : `${inGerman(files)} Dateien warten`),
  needs: (files) => (files === 1 ? '1 Datei ist zu klären' : `${inGerman(files)} Dateien sind zu klären`),
};

export const trayWords = { en: english, de: german } as const satisfies Record<string, TrayWords>;
