import { countIn } from '../../src/domain/core/language.ts';
import type { SystemNotification } from '../host.ts';
import type { EndedReplay, OpenWork } from '../hosting/open-work.ts';

export type ReplayNoticePorts = {
  /** Null where the system shows none. */
  readonly notify: ((notice: SystemNotification) => void) | null;
  /** Whether the person looks at a window of the app, where the receipt stands. */
  readonly isLookedAt: () => boolean;
  /** Calls back whenever the person turns to a window of the app: they may be gone again before anything is told of the work. */
  readonly onLook: (looked: () => void) => void;
  /** Null for a person who wants no such notices. */
  readonly language: () => Promise<keyof typeof words | null>;
};

/**
 * Tells a person who does something else that a long replay is over, or that files need them. One notification for each replay, and
 * one for all files that came to need them since they last looked on; none for what they saw.
 *
 * @returns hears of the open work; what had ended or was open before its first call is no news
 */
export function replayNotices({
  notify,
  isLookedAt,
  onLook,
  language,
}: ReplayNoticePorts): (work: OpenWork) => Promise<void> {
  let known: ReadonlyMap<string, number> | null = null;
  let needsKnown = 0;
  let hasToldNeeds = false;
  onLook(() => (hasToldNeeds = false));
  return async ({ ended, needsPerson, progress }) => {
    const before = known;
    const isNeeded = needsPerson > needsKnown;
    known = new Map(ended.map(({ connectionId, endedAtMs }) => [connectionId, endedAtMs]));
    // What a replay finds is told when it is over.
    if (progress === null) needsKnown = needsPerson;
    if (isLookedAt()) hasToldNeeds = false;
    if (before === null || notify === null || isLookedAt()) return;
    const news = ended.filter(({ connectionId, endedAtMs }) => endedAtMs > (before.get(connectionId) ?? 0));
    const tellsNeeds = news.length === 0 && progress === null && isNeeded && !hasToldNeeds;
    hasToldNeeds ||= tellsNeeds || news.some((one) => one.needsPerson > 0);
    const spoken = news.length === 0 && !tellsNeeds ? null : await language();
    if (spoken === null) return;
    for (const one of news) notify({ title: one.connectionName, body: words[spoken].ended(one) });
    if (tellsNeeds) notify({ title: 'Pinfold', body: words[spoken].needs(needsPerson) });
  };
}

const inEnglish = countIn('en');
const inGerman = countIn('de');

const words = {
  en: {
    ended: ({ sent, needsPerson }: EndedReplay): string =>
      [
        sent === 1 ? '1 file is on the server' : `${inEnglish(sent)} files are on the server`,
        ...(needsPerson === 0 ? [] : [needsPerson === 1 ? '1 needs you' : `${inEnglish(needsPerson)} need you`]),
      ].join(', ') + '.',
    needs: (files: number): string => (files === 1 ? '1 file needs you.' : `${inEnglish(files)} files need you.`),
  },
  de: {
    ended: ({ sent, needsPerson }: EndedReplay): string =>
      [
        sent === 1 ? '1 Datei ist auf dem Server' : `${inGerman(sent)} Dateien sind auf dem Server`,
        ...(needsPerson === 0
          ? []
          : [needsPerson === 1 ? '1 ist zu klären' : `${inGerman(needsPerson)} sind zu klären`]),
      ].join(', ') + '.',
    needs: (files: number): string =>
      files === 1 ? '1 Datei ist zu klären.' : `${inGerman(files)} Dateien sind zu klären.`,
  },
};
