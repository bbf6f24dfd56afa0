import type { SystemNotification } from '../host.ts';
import type { EndedReplay, OpenWork } from '../hosting/open-work.ts';

type Ports = {
  /** Null where the system shows none. */
  readonly notify: ((notice: SystemNotification) => void) | null;
  /** Whether the person looks at a window of the app, where the receipt stands. */
  readonly isLookedAt: () => boolean;
  /** Null for a person who wants no such notices. */
  readonly language: () => Promise<keyof typeof words | null>;
};

/**
 * Tells a person who does something else that a long replay is over. One notification for each replay, and none for one that
 * ended while they looked on.
 *
 * @returns hears of the open work; what had ended before its first call is no news
 */
export function replayNotices({ notify, isLookedAt, language }: Ports): (work: OpenWork) => Promise<void> {
  let known: ReadonlyMap<string, number> | null = null;
  return async ({ ended }) => {
    const before = known;
    known = new Map(ended.map(({ connectionId, endedAtMs }) => [connectionId, endedAtMs]));
    if (before === null || notify === null || isLookedAt()) return;
    const news = ended.filter(({ connectionId, endedAtMs }) => endedAtMs > (before.get(connectionId) ?? 0));
    const spoken = news.length === 0 ? null : await language();
    if (spoken === null) return;
    for (const one of news) notify({ title: one.connectionName, body: words[spoken](one) });
  };
}

const words = {
  en: ({ sent, needsPerson }: EndedReplay): string =>
    [
      sent === 1 ? '1 file is on the server' : `${sent} files are on the server`,
      ...(needsPerson === 0 ? [] : [needsPerson === 1 ? '1 needs you' : `${needsPerson} need you`]),
    ].join(', ') + '.',
  de: ({ sent, needsPerson }: EndedReplay): string =>
    [
      sent === 1 ? '1 Datei ist auf dem Server' : `${sent} Dateien sind auf dem Server`,
      ...(needsPerson === 0
        ? []
        : [needsPerson === 1 ? '1 wartet auf eine Entscheidung' : `${needsPerson} warten auf eine Entscheidung`]),
    ].join(', ') + '.',
};
