import { duration } from '../../components/format.ts';
import type { ActivityEntry } from '../../domain/activity/activity.ts';
import type { CountedRequests } from '../../domain/activity/requests.ts';
import { csvCell, csvLine } from '../../domain/core/csv.ts';
import { activityMessages, logMessages } from './activity-messages.ts';
import { entryRest, entryTitle, plain } from './entry-sentences.ts';

/** The requests of an entry; the person's own changes and finished jobs have none of their own. */
export const requestsOf = ({ about }: ActivityEntry): readonly CountedRequests[] =>
  'requests' in about ? about.requests : [];

export const requestIdsOf = (entry: ActivityEntry): readonly string[] =>
  requestsOf(entry).flatMap(({ requestIds }) => requestIds);

/** When the thing that an entry tells of began; null where only its moment is known. */
export const beganAtMs = ({ about, atMs }: ActivityEntry): number | null =>
  'fromMs' in about && about.fromMs < atMs ? about.fromMs : null;

/** How long it took: "6 s"; null for a moment, and for what a person did. */
export function tookWords(entry: ActivityEntry): string | null {
  const fromMs = beganAtMs(entry);
  const { about } = entry;
  const isWork = about.kind === 'checked' ? about.checks === 1 : about.kind !== 'trouble' && about.kind !== 'recovered';
  return fromMs === null || !isWork ? null : duration(entry.atMs - fromMs);
}

/** "350 × 200", "2 × no answer". */
export const endWords = ({ count, status }: CountedRequests): string =>
  `${String(count)} × ${status === null ? logMessages.noAnswer : String(status)}`;

/** The entries as CSV, newest first. */
export const activityTable = (entries: readonly ActivityEntry[]): string =>
  [csvLine(activityMessages.csvColumns), ...entries.map((entry) => csvLine(cellsOf(entry).map(cell)))].join('');

/** Nothing to tell is an empty cell: the guard of an empty text would stand alone in it. */
const cell = (text: string): string => csvCell(text === '' ? null : text);

/** A text for somebody else has the ids of groups: names that a person gave them stay on this computer. */
const asServed = (group: string): string => group;

const cellsOf = (entry: ActivityEntry): readonly string[] => [
  new Date(entry.atMs).toISOString(),
  activityMessages.by[entry.origin],
  plain(entryTitle(entry)),
  plain(entryRest(entry, asServed)),
  requestIdsOf(entry).join(' '),
];

/** One entry as lines of text, for a message to somebody. */
export function entryAsText(entry: ActivityEntry): string {
  const fromMs = beganAtMs(entry);
  const times = [...(fromMs === null ? [] : [fromMs]), entry.atMs].map((ms) => new Date(ms).toISOString());
  const log = requestsOf(entry).map((one) => `${logMessages.areas[one.area]}: ${endWords(one)}`);
  const ids = requestIdsOf(entry);
  const lines = [times.join(' – '), plain(entryTitle(entry)), plain(entryRest(entry, asServed)), ...log];
  if (ids.length > 0) lines.push(`${logMessages.ids}: ${ids.join(', ')}`);
  return lines.filter((line) => line !== '').join('\n');
}
