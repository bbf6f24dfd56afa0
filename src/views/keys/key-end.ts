import { DAY_MS } from '../../domain/core/durations.ts';
import { date } from '../../components/format.ts';
import { RUNS_OUT_SOON_MS } from '../../domain/keys/key-run-outs.ts';
import type { ListedKey } from '../../domain/keys/listed-key.ts';
import { endMessages as messages } from './glance-messages.ts';

const YEAR_MS = 365 * DAY_MS;

type KeyEnd = {
  readonly text: string;
  /** By how many days the forecast may be wrong, as the rest of the text. */
  readonly margin?: string;
  readonly tone: 'soon' | 'over' | 'calm';
};

/** When a key has no uses left, in words; empty for one without a limit, and for a revoked one. */
export function keyEnd({ condition, forecast, idleSinceMs }: ListedKey, nowMs: number): KeyEnd {
  if (condition === 'exhausted') {
    return { text: messages.usedUp(idleSinceMs === null ? null : date(idleSinceMs, nowMs)), tone: 'over' };
  }
  if (condition !== 'limited') return { text: '', tone: 'calm' };
  if (forecast.kind === 'quiet') {
    const sinceMs = idleSinceMs ?? nowMs - forecast.observedMs;
    return { text: messages.quiet(Math.max(1, Math.floor((nowMs - sinceMs) / DAY_MS))), tone: 'calm' };
  }
  if (forecast.kind === 'farAway') return { text: messages.farAway, tone: 'calm' };
  if (forecast.kind !== 'runsOut') return { text: messages.unknown, tone: 'calm' };
  const { aboutMs, fromMs, toMs } = forecast;
  if (aboutMs <= nowMs) return { text: messages.anyTime, tone: 'soon' };
  if (aboutMs - nowMs > YEAR_MS) return { text: messages.farAway, tone: 'calm' };
  const days = toMs === null ? null : Math.max(1, Math.round((toMs - fromMs) / 2 / DAY_MS));
  return {
    text: days === null ? messages.about(date(aboutMs, nowMs)) : date(aboutMs, nowMs),
    ...(days === null ? {} : { margin: messages.margin(days) }),
    tone: aboutMs - nowMs < RUNS_OUT_SOON_MS ? 'soon' : 'calm',
  };
}

/** When a use of a key was seen, in words; empty where that is unknown. Without uses it is idle since it was created. */
export function lastUse({ key, idleSinceMs }: ListedKey, nowMs: number): string {
  if (idleSinceMs === null) return '';
  return key.uses === 0 ? messages.noUse : date(idleSinceMs, nowMs);
}
