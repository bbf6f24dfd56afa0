import { EventEmitter } from 'node:events';
import type { Session } from 'electron';
import { record } from './record.ts';

type Asker = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type Blocker = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void;

/** The permissions that Chromium can be told to grant, in Electron's words and in Playwright's. */
const grantable = [
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
] as const;

class StandInSession extends EventEmitter {
  #request: Asker | null = null;
  #block: Blocker = (_details, answer) => answer({});

  readonly webRequest = {
    onBeforeRequest: (blocker: Blocker): void => {
      record('session.webRequest.onBeforeRequest');
      this.#block = blocker;
    },
  };

  setPermissionRequestHandler(handler: Asker): void {
    record('session.setPermissionRequestHandler');
    this.#request = handler;
  }

  setPermissionCheckHandler(): void {
    record('session.setPermissionCheckHandler');
  }

  setDevicePermissionHandler(handler: () => boolean): void {
    record('session.setDevicePermissionHandler', handler());
  }

  setDisplayMediaRequestHandler(): void {
    record('session.setDisplayMediaRequestHandler');
  }

  /** Whether a request may leave the page. */
  mayRequest(url: string): boolean {
    let cancelled = false;
    this.#block({ url }, ({ cancel }) => void (cancelled = cancel ?? false));
    return !cancelled;
  }

  /** @returns what the shell grants to a page, in Playwright's words; everything without a handler, as in Electron */
  permissionsOf(requestingUrl: string): string[] {
    return grantable.flatMap(([permission, name]) => {
      let granted = this.#request === null;
      const details = { requestingUrl, isMainFrame: true };
      this.#request?.({} as never, permission, (yes) => void (granted = yes), details);
      return granted ? [name] : [];
    });
  }
}

const partitions = new Map<string, StandInSession>();

export const session = {
  defaultSession: new StandInSession(),
  fromPartition: (name: string): StandInSession => {
    const known = partitions.get(name) ?? new StandInSession();
    partitions.set(name, known);
    return known;
  },
};
