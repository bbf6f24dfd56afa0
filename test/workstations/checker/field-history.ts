import type { Event, Outcome, Value } from './history.ts';

type At = { readonly at: number };

/** What one person did with one field of one file, and what came of it. `at` counts events. */
export type FieldHistory = {
  readonly station: string;
  readonly file: string;
  readonly field: string;
  /** File and field, for a sentence. */
  readonly name: string;
  readonly asked: (At & { readonly base: Value; readonly mine: Value })[];
  readonly saved: (At & { readonly set: string; readonly mine: Value })[];
  readonly decided: (At & { readonly server: Value; readonly value: Value })[];
  readonly discarded: At[];
  readonly outcomes: { readonly set: string; readonly outcome: Outcome }[];
  /** Values of this workstation that the service accepted, in order. */
  readonly writes: (At & { readonly value: Value })[];
  /** Those of them that changed the field. */
  readonly effects: Value[];
  readonly refusals: At[];
  /** Values that the service held, whoever wrote them. */
  readonly held: { readonly value: Value; readonly until: number }[];
};

/** Sorts events by person and field. A field that nobody of a workstation touched has no history there. */
export function fieldHistories(events: readonly Event[]): readonly FieldHistory[] {
  const all = new Map<string, FieldHistory>();
  const of = (station: string, file: string, field: string): FieldHistory => {
    const key = JSON.stringify([station, file, field]);
    const known = all.get(key) ?? emptyHistory(station, file, field);
    all.set(key, known);
    return known;
  };
  for (const [at, event] of events.entries()) {
    if (event.kind === 'killed' || event.kind === 'read') continue;
    const { station, file } = event;
    if (event.kind === 'write' || event.kind === 'refusal')
      for (const [field, value] of Object.entries(event.asked)) {
        const own = of(station, file, field);
        if (event.kind === 'refusal') own.refusals.push({ at });
        else {
          own.writes.push({ at, value });
          if ((event.before[field] ?? null) !== value) own.effects.push(value);
        }
      }
    else addTold(of(station, file, event.field), event, at);
  }
  for (const own of all.values()) own.held.push(...heldValues(events, own));
  return [...all.values()];
}

function addTold(own: FieldHistory, event: Extract<Event, { field: string }>, at: number): void {
  if (event.kind === 'asked') own.asked.push({ ...event, at });
  else if (event.kind === 'saved') own.saved.push({ ...event, at });
  else if (event.kind === 'decided') own.decided.push({ ...event, at });
  else if (event.kind === 'discarded') own.discarded.push({ at });
  else own.outcomes.push(event);
}

const emptyHistory = (station: string, file: string, field: string): FieldHistory => ({
  ...{ station, file, field, name: `${file} ${field}` },
  ...{ asked: [], saved: [], decided: [], discarded: [], outcomes: [] },
  ...{ writes: [], effects: [], refusals: [], held: [] },
});

function* heldValues(events: readonly Event[], { file, field }: FieldHistory): Iterable<FieldHistory['held'][number]> {
  let last: Value | undefined;
  for (const [at, event] of events.entries()) {
    if (event.kind !== 'write' || event.file !== file) continue;
    yield { value: event.before[field] ?? null, until: at };
    last = event.after[field] ?? null;
  }
  if (last !== undefined) yield { value: last, until: events.length };
}
