import { checkHistory, type Fault } from './check-history.ts';
import type { Answered, Event, Fields, History, Outcome, Told, Value } from './history.ts';

type Untimed<Any> = Any extends unknown ? Omit<Any, 'atMs'> : never;
const of = { file: 'f', field: 'name' };
/** A person types a value on top of the one they see. */
export const asked = (station: string, base: Value, mine: Value): Told => ({
  kind: 'asked',
  station,
  ...of,
  base,
  mine,
});
export const saved = (station: string, mine: Value, set = String(mine)): Told => ({
  kind: 'saved',
  station,
  ...of,
  set,
  mine,
});
export const ended = (station: string, set: string, outcome: Outcome): Told => ({
  ...{ kind: 'outcome', station, ...of, set, outcome },
});
export const discarded = (station: string, set: string): Told => ({ kind: 'discarded', station, ...of, set });
export const read = (station: string, name: Value): Answered => ({
  kind: 'read',
  station,
  file: 'f',
  fields: { name },
});
export const write = (station: string, before: Value, after: Value): Answered => ({
  ...{ kind: 'write', station, file: 'f', asked: { name: after }, before: { name: before }, after: { name: after } },
});
export const refusal = (station: string, name: Value): Answered => ({
  kind: 'refusal',
  station,
  file: 'f',
  asked: { name },
});
export const decided = (station: string, server: Value, value: Value): Told => ({
  ...{ kind: 'decided', station, ...of, server, value },
});

/** One edit as it should be: typed on what is there, called saved, looked at, written, called applied. */
export const wellMade = (station: string, base: Value, mine: Value): (Told | Answered)[] => [
  asked(station, base, mine),
  saved(station, mine),
  read(station, base),
  write(station, base, mine),
];

/** The history of one file, whose name was `old` at first and `last` at the end. @param shown by ann in the end */
export function historyOf(events: readonly Untimed<Event>[], last: Value, shown = last): History {
  const at = (name: Value): Readonly<Record<string, Fields>> => ({ f: { name } });
  const timed = events.map((event, atMs): Event => ({ ...event, atMs }));
  return { events: timed, first: at('old'), last: at(last), mirrors: { ann: at(shown), ben: at(last) } };
}

export const kindsIn = (...given: Parameters<typeof historyOf>): readonly Fault['kind'][] =>
  checkHistory(historyOf(...given)).faults.map(({ kind }) => kind);
