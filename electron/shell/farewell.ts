import type { Core } from '../host.ts';
import { hostClock, type HostClock } from '../hosting/clock.ts';
import { noWork, openWorkIn } from '../hosting/open-work.ts';
import type { ShellMemory } from './shell-memory.ts';

/** A core that is busy must not keep a person from quitting. */
const ASKED_MS = 1_000;

type Ports = {
  readonly core: Pick<Core, 'ask'>;
  readonly memory: Pick<ShellMemory, 'hasSaidFarewell' | 'noteFarewell'>;
  /** Says a sentence until the person has read it. */
  readonly say: (sentence: string) => Promise<unknown>;
  readonly language: () => Promise<keyof typeof farewells>;
  /** Whether the system ends, which waits for nobody. */
  readonly isShuttingDown: () => boolean;
};

/**
 * Tells a person who quits with waiting edits that they stay on this computer: once for each profile, because the second
 * time it is no news.
 */
export async function sayFarewell(ports: Ports, { after }: Pick<HostClock, 'after'> = hostClock): Promise<void> {
  const { core, memory, say, language, isShuttingDown } = ports;
  if (memory.hasSaidFarewell || isShuttingDown()) return;
  const late = new Promise<typeof noWork>((resolve) => after(ASKED_MS, () => resolve(noWork)));
  const { waiting } = await Promise.race([openWorkIn(core), late]);
  if (waiting === 0) return;
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
