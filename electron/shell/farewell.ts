import type { Core } from '../host.ts';
import { hostClock, type HostClock } from '../hosting/clock.ts';
import { noWork, openWorkIn } from '../hosting/open-work.ts';
import type { ShellMemory } from './shell-memory.ts';

/** A core that is busy must not keep a person from quitting. */
const ASKED_MS = 1_000;
/** Who has left the computer after quitting has left the app too. */
const READ_MS = 15_000;

/** The end of the system, which waits for nobody. */
export type SystemEnd = { readonly isNow: () => boolean; readonly came: Promise<void>; readonly comes: () => void };

export function systemEnd(): SystemEnd {
  let [isNow, tell] = [false, (): void => undefined];
  const came = new Promise<void>((resolve) => (tell = resolve));
  const comes = (): void => {
    isNow = true;
    tell();
  };
  return { isNow: () => isNow, came, comes };
}

type Ports = {
  readonly core: Pick<Core, 'ask'>;
  readonly memory: Pick<ShellMemory, 'hasSaidFarewell' | 'noteFarewell'>;
  /** Says a sentence until the person has read it. */
  readonly say: (sentence: string) => Promise<unknown>;
  readonly language: () => Promise<keyof typeof farewells>;
  readonly ending: SystemEnd;
};

/**
 * Tells a person who quits with waiting edits that they stay on this computer: once for each profile, because the second
 * time it is no news. Resolves within `READ_MS`, and at once when the system ends, read or not.
 */
export async function sayFarewell(ports: Ports, clock: Pick<HostClock, 'after'> = hostClock): Promise<void> {
  const limit = new Promise<void>((resolve) => clock.after(READ_MS, resolve));
  await Promise.race([telling(ports, clock), limit, ports.ending.came]);
}

async function telling(ports: Ports, { after }: Pick<HostClock, 'after'>): Promise<void> {
  const { core, memory, say, language, ending } = ports;
  if (memory.hasSaidFarewell || ending.isNow()) return;
  const late = new Promise<typeof noWork>((resolve) => after(ASKED_MS, () => resolve(noWork)));
  const { waiting } = await Promise.race([openWorkIn(core), late]);
  if (waiting === 0 || ending.isNow()) return;
  memory.noteFarewell();
  await say(farewells[await language()](waiting));
}

const farewells = {
  en: (waiting: number): string =>
    waiting === 1
      ? 'The changes to 1 file are waiting. They stay on this computer, and are sent when Pinfold runs again.'
      : `The changes to ${waiting} files are waiting. They stay on this computer, and are sent when Pinfold runs again.`,
  de: (waiting: number): string =>
    waiting === 1
      ? 'Die Änderungen an 1 Datei warten. Sie bleiben auf diesem Computer und werden gesendet, wenn Pinfold wieder läuft.'
      : `Die Änderungen an ${waiting} Dateien warten. Sie bleiben auf diesem Computer und werden gesendet, wenn Pinfold wieder läuft.`,
};
