import { moment, relativeAge } from './format.ts';

/** Whether ages are told as "2h ago" or as the time itself. One choice for the page, as with its language. */
const ages = $state<{ shown: 'relative' | 'absolute' }>({ shown: 'relative' });

export const showAges = (shown: 'relative' | 'absolute'): void => void (ages.shown = shown);

/** How long ago something was, or when, as the person chose. */
export const age = (atMs: number, nowMs: number): string =>
  ages.shown === 'relative' ? relativeAge(atMs, nowMs) : moment(atMs, nowMs);
