import type { Event, Fields, History, Outcome, Value } from './history.ts';
import { type FieldHistory, fieldHistories } from './field-history.ts';

/**
 * How a history can be wrong. `unasked`: a value that no person of the workstation typed; `unexplained`: the service does
 * not hold what its accepted writes lead to, so the history itself is incomplete.
 */
export const faultKinds = [
  'diverged',
  'lost',
  'doubled',
  'overwritten',
  'unasked',
  'unfinished',
  'unexplained',
] as const;
export type Fault = { readonly kind: (typeof faultKinds)[number]; readonly what: string };

export type Checked = {
  readonly faults: readonly Fault[];
  readonly edits: number;
  readonly writes: number;
  readonly decisions: number;
  readonly kills: number;
  /**
   * Values that were written between the read and the update of another workstation, whose read had shown nothing new. A
   * service without versions leaves that window open to every client.
   */
  readonly raced: number;
};

type Write = Extract<Event, { kind: 'write' }>;

/** Checks a history against what is promised: nothing lost, nothing doubled, nothing overwritten unseen, all the same at the end. */
export function checkHistory(history: History): Checked {
  const fields = fieldHistories(history.events);
  const faults: Fault[] = [
    ...explained(history),
    ...converged(history),
    ...fields.flatMap(kept),
    ...fields.flatMap(once),
  ];
  let raced = 0;
  for (const [at, event] of history.events.entries()) {
    if (event.kind !== 'write') continue;
    for (const field of changedBy(event)) {
      const judged = judgeWrite(history.events.slice(0, at), event, field);
      if (judged === 'raced') raced += 1;
      else if (judged !== null) faults.push(judged);
    }
  }
  const count = (kind: Event['kind']): number => history.events.filter((event) => event.kind === kind).length;
  const counts = { edits: count('saved'), writes: count('write'), decisions: count('decided'), kills: count('killed') };
  return { faults, raced, ...counts };
}

const valueOf = (fields: Fields | undefined, field: string): Value => fields?.[field] ?? null;
const shown = (value: Value): string => (value === null ? 'nothing' : `"${value}"`);
const fieldsOf = (...all: readonly (Fields | undefined)[]): readonly string[] => [
  ...new Set(all.flatMap((fields) => Object.keys(fields ?? {}))),
];
const differing = (a: Fields | undefined, b: Fields | undefined): readonly string[] =>
  fieldsOf(a, b).filter((field) => valueOf(a, field) !== valueOf(b, field));

const changedBy = ({ before, after }: Write): readonly string[] => differing(before, after);

/** The accepted writes lead from the first state to the last, each from where the one before it ended. */
function explained({ events, first, last }: History): readonly Fault[] {
  const held = new Map(Object.entries(first));
  const faults: Fault[] = [];
  const compare = (file: string, found: Fields | undefined, when: string): void => {
    for (const field of differing(held.get(file), found))
      faults.push({ kind: 'unexplained', what: `${file} ${field} ${when} holds ${shown(valueOf(found, field))}` });
  };
  for (const event of events) {
    if (event.kind !== 'write') continue;
    compare(event.file, event.before, `before a write of ${event.station}`);
    held.set(event.file, event.after);
  }
  for (const file of held.keys()) compare(file, last[file], 'at the end');
  return faults;
}

function converged({ last, mirrors }: History): readonly Fault[] {
  return Object.entries(mirrors).flatMap(([station, mirror]) =>
    [...new Set([...Object.keys(last), ...Object.keys(mirror)])].flatMap((file) =>
      differing(last[file], mirror[file]).map((field): Fault => {
        const [theirs, held] = [valueOf(mirror[file], field), valueOf(last[file], field)];
        return { kind: 'diverged', what: `${station} shows ${shown(theirs)} for ${file} ${field}, not ${shown(held)}` };
      }),
    ),
  );
}

/** Every edit that was called saved came to an end that its person knows, and that is true. */
function kept(own: FieldHistory): readonly Fault[] {
  const { name, station, asked, saved, decided, outcomes, writes, refusals, held } = own;
  return saved.flatMap(({ set, mine, at }): readonly Fault[] => {
    const what = `${station} ${name} ${shown(mine)}`;
    const outcome: Outcome | undefined = outcomes.findLast((one) => one.set === set)?.outcome;
    // Later values of the same field may have gone out in place of this one.
    const place = asked.findLastIndex((one) => one.mine === mine && one.at < at);
    const since = asked[place]?.at ?? at;
    const wanted = [mine, ...asked.slice(place + 1).map((one) => one.mine), ...decided.map(({ value }) => value)];
    const isTrue: Record<Outcome, () => boolean> = {
      applied: () => writes.some((write) => write.at > since && wanted.includes(write.value)),
      alreadyThere: () => held.some((one) => one.until > since && wanted.includes(one.value)),
      savedAs: () => false,
      discarded: () => isGivenUp(own, place, since),
      refused: () => refusals.some((one) => one.at > since),
      gone: () => false,
      unfinished: () => false,
    };
    if (outcome === undefined) return [{ kind: 'lost', what: `${what} was called saved and is nowhere` }];
    if (outcome === 'unfinished') return [{ kind: 'unfinished', what: `${what} still waits` }];
    return isTrue[outcome]() ? [] : [{ kind: 'lost', what: `${what} was called ${outcome}, which is not true` }];
  });
}

/**
 * Whether a person gave a value up: they said so; typed anew after the service had refused it; or typed on top of it what
 * had lain below, so that nothing is wanted where somebody else has written meanwhile.
 *
 * @param place of the value among those asked for
 */
function isGivenUp({ asked, decided, discarded, refusals, held }: FieldHistory, place: number, since: number): boolean {
  const isSince = (one: { readonly at: number }): boolean => one.at > since;
  const isReplaced = place + 1 < asked.length && refusals.some(isSince);
  const chain = chainOf(asked, place);
  const isOthers = (one: (typeof held)[number]): boolean =>
    one.until > since && !chain.some(({ base, mine }) => one.value === base || one.value === mine);
  const isBack = leadsBack(chain, since) && held.some(isOthers);
  return [...decided, ...discarded].some(isSince) || isReplaced || isBack;
}

type Asked = FieldHistory['asked'][number];

/** The values that were typed one on top of the other, around one of them. */
function chainOf(asked: readonly Asked[], at: number): readonly Asked[] {
  const isOnTop = (place: number): boolean => place > 0 && asked[place]?.base === asked[place - 1]?.mine;
  let [first, end] = [at, at + 1];
  while (isOnTop(first)) first -= 1;
  while (end < asked.length && isOnTop(end)) end += 1;
  return asked.slice(first, end);
}

/** Whether a chain has a value, at one of its times or after it, that lay below a value until then. */
function leadsBack(chain: readonly Asked[], then: number): boolean {
  const below = chain.filter(({ at }) => at <= then).map(({ base }) => base);
  return chain.some(({ at, mine }) => at >= then && below.includes(mine));
}

/** A value takes effect once, and once more for every decision for it. A removal has no value to tell it by. */
function once({ name, station, effects, decided }: FieldHistory): readonly Fault[] {
  return [...new Set(effects)].flatMap((value): readonly Fault[] => {
    const times = effects.filter((one) => one === value).length;
    const allowed = 1 + decided.filter((one) => one.value === value).length;
    if (value === null || times <= allowed) return [];
    return [{ kind: 'doubled', what: `${station} ${name} ${shown(value)} took effect ${times} times` }];
  });
}

/** @returns what is wrong with the change of one field; null for nothing */
function judgeWrite(earlier: readonly Event[], write: Write, field: string): Fault | 'raced' | null {
  const { station, file } = write;
  const [before, after] = [valueOf(write.before, field), valueOf(write.after, field)];
  const heard = earlier.filter((event) => 'file' in event && event.station === station && event.file === file);
  const own = fieldHistories(heard).find((one) => one.field === field);
  const hasSeen = (value: Value): boolean =>
    own !== undefined &&
    (own.writes.some((one) => one.value === value) ||
      own.asked.some(({ base }) => base === value) ||
      own.decided.some(({ server }) => server === value));
  const isAsked = own?.asked.some(({ mine }) => mine === after) || own?.decided.some(({ value }) => value === after);
  if (isAsked && hasSeen(before)) return null;
  // The last thing this workstation heard of the file has to be a read of it alone, and somebody wrote since then.
  const read = heard.findLast(({ kind }) => kind === 'read' || kind === 'write' || kind === 'refusal');
  if (read?.kind === 'read' && valueOf(read.fields, field) !== before) {
    const inRead = valueOf(read.fields, field);
    if (isAsked ? hasSeen(inRead) : inRead === after) return 'raced';
  }
  const what = `${station} wrote ${shown(after)} over ${shown(before)} in ${file} ${field}`;
  return isAsked ? { kind: 'overwritten', what } : { kind: 'unasked', what };
}
