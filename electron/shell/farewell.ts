import { countIn } from '../../src/domain/core/language.ts';
import type { Core, SystemNotification } from '../host.ts';
import { hostClock, type HostClock } from '../hosting/clock.ts';
import { noWork, openWorkIn } from '../hosting/open-work.ts';
import type { ShellMemory } from './shell-memory.ts';
import { focusWindow } from './windows.ts';

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

/** A signal for a person who quits while the core still opens the files, as from the Dock. */
export function earlyEnd(app: { once(event: 'will-quit', listener: () => void): unknown }): AbortSignal {
  const ending = new AbortController();
  app.once('will-quit', () => ending.abort());
  return ending.signal;
}

type FarewellPorts = {
  readonly core: Pick<Core, 'ask'>;
  readonly memory: Pick<ShellMemory, 'hasSaidFarewell' | 'noteFarewell'>;
  /** Says a sentence until the person has read it, or the signal takes it from the screen. */
  readonly say: (sentence: string, signal: AbortSignal) => Promise<unknown>;
  readonly language: () => Promise<keyof typeof farewells>;
  readonly ending: SystemEnd;
  /** Aborted when the person wants the app again before it has closed. */
  readonly again?: AbortSignal;
};

type Preventable = { readonly preventDefault: () => void };

type QuitPorts = Omit<FarewellPorts, 'ending' | 'again'> & {
  readonly app: {
    on(event: 'before-quit' | 'will-quit', listener: (event: Preventable) => void): unknown;
    on(event: 'second-instance' | 'open-url', listener: () => void): unknown;
    quit(): void;
  };
  /** Electron's own types leave out what it tells of a `shutdown`. */
  readonly powerMonitor: Pick<NodeJS.EventEmitter, 'on'>;
  /** Closes the core, and exits. */
  readonly end: (code: number) => void;
};

type FarewellClock = Pick<HostClock, 'after'>;

/**
 * Lets the app quit in order: says farewell while its windows are there, closes them, then the core. The end of the system
 * is a request to quit too. A start or a link that comes while it says farewell keeps it open: who made it sees a window now,
 * which must not close over them.
 *
 * @returns to be called when Windows ends the session, of which its windows alone hear
 */
export function quitInOrder(ports: QuitPorts, clock: FarewellClock = hostClock): () => void {
  const { app, powerMonitor, end, ...farewell } = ports;
  const ending = systemEnd();
  let isSaid = false;
  let again = new AbortController();
  for (const start of ['second-instance', 'open-url'] as const) app.on(start, () => again.abort());
  const systemEnds = (): void => {
    ending.comes();
    app.quit();
  };
  powerMonitor.on('shutdown', (event: Preventable) => {
    event.preventDefault(); // the system waits until the app has quit (Electron, `powerMonitor`)
    systemEnds();
  });
  app.on('before-quit', (event) => {
    if (isSaid || ending.isNow()) return;
    isSaid = true;
    event.preventDefault();
    again = new AbortController();
    const { signal } = again;
    void sayFarewell({ ...farewell, ending, again: signal }, clock).finally(() => {
      if (signal.aborted) isSaid = false;
      else app.quit();
    });
  });
  app.on('will-quit', (event) => {
    event.preventDefault(); // until the core has closed
    end(0);
  });
  return systemEnds;
}

/**
 * Tells a person who quits with waiting edits that they stay on this computer: once for each profile, because the second
 * time it is no news. Resolves within `READ_MS`, and at once when the system ends or the person wants the app again, read or
 * not.
 */
export async function sayFarewell(ports: FarewellPorts, clock: FarewellClock = hostClock): Promise<void> {
  const reading = new AbortController();
  const limit = new Promise<void>((resolve) => clock.after(READ_MS, resolve));
  const again = new Promise<void>((resolve) => ports.again?.addEventListener('abort', () => resolve()));
  await Promise.race([telling(ports, reading.signal, clock), limit, ports.ending.came, again]);
  reading.abort();
}

async function telling(ports: FarewellPorts, signal: AbortSignal, { after }: FarewellClock): Promise<void> {
  const { core, memory, say, language, ending } = ports;
  if (memory.hasSaidFarewell || ending.isNow()) return;
  const late = new Promise<typeof noWork>((resolve) => after(ASKED_MS, () => resolve(noWork)));
  const { waiting } = await Promise.race([openWorkIn(core), late]);
  if (waiting === 0) return;
  const sentence = farewells[await language()](waiting);
  if (ending.isNow() || signal.aborted) return;
  memory.noteFarewell();
  await say(sentence, signal);
}

type Box = { readonly type: 'info'; readonly title: string; readonly message: string; readonly signal: AbortSignal };

type Screen<Window> = {
  readonly platform: NodeJS.Platform;
  /** Null without windows. */
  readonly front: () => Window | null;
  readonly showBox: (parent: Window | null, box: Box) => Promise<unknown>;
  /** Null where the system has no notifications. */
  readonly notify: ((notice: SystemNotification) => void) | null;
};

/**
 * Says a sentence on the window in front. Without one macOS gets a notification: a box that has no window stops the whole
 * process there, and no signal closes it (Electron, `signal` of `showMessageBox`).
 */
export const sayOnScreen =
  <Window extends Parameters<typeof focusWindow>[0]>({ platform, front, showBox, notify }: Screen<Window>) =>
  async (message: string, signal: AbortSignal): Promise<void> => {
    const window = front();
    if (window !== null) focusWindow(window);
    else if (platform === 'darwin') return notify?.({ title: 'Pinfold', body: message });
    await showBox(window, { type: 'info', title: 'Pinfold', message, signal });
  };

const farewells = {
  en: (waiting: number): string =>
    waiting === 1
      ? 'The changes to 1 file are waiting. They stay on this computer, and are sent when Pinfold runs again.'
      : `The changes to ${countIn('en')(waiting)} files are waiting. They stay on this computer, and are sent when Pinfold runs again.`,
  de: (waiting: number): string =>
    waiting === 1
      ? 'Die Änderungen an 1 Datei warten. Sie bleiben auf diesem Computer und werden gesendet, wenn Pinfold wieder läuft.'
      : `Die Änderungen an ${countIn('de')(waiting)} Dateien warten. Sie bleiben auf diesem Computer und werden gesendet, wenn Pinfold wieder läuft.`,
};
