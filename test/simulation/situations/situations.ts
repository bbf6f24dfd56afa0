import type { Happening, HappeningKind } from './happening.ts';

/** What comes after the first happening of a situation. */
type Step = {
  readonly kinds: readonly HappeningKind[];
  /** Of the workstation that the first happening is about, or of anybody else. */
  readonly by?: 'same' | 'another';
  readonly isSameFile?: true;
  /** What must not come in between, at the first workstation and about the first file or none. */
  readonly before?: readonly HappeningKind[];
};

/** A state that a campaign must have been in, or it has shown nothing about it. */
export type Situation = {
  readonly name: string;
  readonly first: readonly HappeningKind[];
  readonly then: readonly Step[];
};

const unclear: readonly HappeningKind[] = ['lostAfter', 'late'];
const another = { kinds: ['wrote'], by: 'another', isSameFile: true } as const;

/** Of every story. */
export const situations: readonly Situation[] = [
  {
    name: 'an answer is lost, the program crashes, and somebody else writes before it looks again',
    first: unclear,
    then: [
      { kinds: ['crashed'], by: 'same', before: ['readSent'] },
      { ...another, before: ['readSent'] },
    ],
  },
  {
    name: 'the service asks to wait while an edit is held',
    first: ['held'],
    then: [{ kinds: ['rateLimited'], by: 'same', before: ['released', 'discarded'] }],
  },
  {
    name: 'an edit is discarded while an update of its file is on its way',
    first: ['updateSent'],
    then: [{ kinds: ['discarded'], by: 'same', isSameFile: true, before: ['answered', 'crashed'] }],
  },
  {
    name: 'an edit is discarded after an answer was lost and before the file is read',
    first: unclear,
    then: [{ kinds: ['discarded'], by: 'same', isSameFile: true, before: ['readSent', 'crashed'] }],
  },
  {
    name: 'an edit is taken back while an update of its file is on its way',
    first: ['updateSent'],
    then: [{ kinds: ['takenBack'], by: 'same', isSameFile: true, before: ['answered', 'crashed'] }],
  },
  {
    name: 'an edit is taken back after an answer was lost and before the file is read',
    first: unclear,
    then: [{ kinds: ['takenBack'], by: 'same', isSameFile: true, before: ['readSent', 'crashed'] }],
  },
  {
    name: 'the program crashes while an update is on its way',
    first: ['updateSent'],
    then: [{ kinds: ['crashed'], by: 'same', before: ['answered'] }],
  },
  {
    name: 'the network goes while an update is on its way',
    first: ['updateSent'],
    then: [{ kinds: ['unplugged'], by: 'same', before: ['answered', 'crashed'] }],
  },
  {
    name: 'an update lands after the program that sent it was started again',
    first: ['late'],
    then: [
      { kinds: ['crashed'], by: 'same', before: ['landedLate'] },
      { kinds: ['switchedOn'], by: 'same', before: ['landedLate'] },
      { kinds: ['landedLate'], by: 'same', isSameFile: true },
    ],
  },
  {
    name: 'a late update lands on a value that somebody else wrote meanwhile',
    first: ['late'],
    then: [
      { ...another, before: ['landedLate'] },
      { kinds: ['landedLate'], by: 'same', isSameFile: true },
    ],
  },
  {
    name: 'an update lands a second time, after somebody else wrote',
    first: ['duplicated'],
    then: [
      { ...another, before: ['landedLate'] },
      { kinds: ['landedLate'], by: 'same', isSameFile: true },
    ],
  },
  {
    name: 'somebody else writes between the read and the update',
    first: ['readSent'],
    then: [another, { kinds: ['updateSent'], by: 'same', isSameFile: true, before: ['readSent'] }],
  },
  {
    name: 'a list that lags behind is asked for after an update',
    first: ['wrote'],
    then: [{ kinds: ['listLagged'], by: 'same' }],
  },
  {
    name: 'a conflict is decided, and somebody else writes before the decision is sent',
    first: ['decided'],
    then: [{ ...another, before: ['updateSent', 'discarded'] }],
  },
  {
    name: 'an edit is held, somebody else writes, and it is released',
    first: ['held'],
    then: [
      { ...another, before: ['released', 'discarded'] },
      { kinds: ['released'], by: 'same', isSameFile: true },
    ],
  },
  {
    name: 'a crash makes the program forget how long the service asked it to wait',
    first: ['rateLimited'],
    then: [
      { kinds: ['crashed'], by: 'same', before: ['readSent', 'updateSent'] },
      { kinds: ['switchedOn'], by: 'same' },
    ],
  },
  {
    name: 'a value that the service refuses is replaced before it is discarded',
    first: ['refused'],
    then: [{ kinds: ['edited'], by: 'same', isSameFile: true, before: ['discarded'] }],
  },
  {
    name: 'an edit is made while the token is refused',
    first: ['tokenRefused'],
    then: [{ kinds: ['edited'], by: 'same', before: ['readSent', 'updateSent'] }],
  },
  {
    name: 'a snapshot is restored under a full queue: edits that wait go, and one that waited then comes back',
    first: ['copied'],
    then: [
      { kinds: ['edited'], by: 'same', isSameFile: true, before: ['restored'] },
      { kinds: ['restored'], by: 'same', isSameFile: true, before: ['updateSent'] },
    ],
  },
  {
    name: 'a snapshot brings an edit back that was sent since, and it is released',
    first: ['copied'],
    then: [
      { kinds: ['wrote'], by: 'same', isSameFile: true, before: ['restored'] },
      { kinds: ['restored'], by: 'same', isSameFile: true },
      { kinds: ['released'], by: 'same', isSameFile: true },
    ],
  },
];

/** Whether a story came into a situation. */
export function isReached({ first, then }: Situation, story: readonly Happening[]): boolean {
  return story.some((begun, place) => first.includes(begun.kind) && follow(then, begun, story, place + 1));
}

function follow(steps: readonly Step[], begun: Happening, story: readonly Happening[], from: number): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return true;
  for (let place = from; place < story.length; place++) {
    const one = story[place];
    if (one === undefined) return false;
    if (isStep(step, one, begun)) return follow(rest, begun, story, place + 1);
    if (endsIt(step, one, begun)) return false;
  }
  return false;
}

function isStep({ kinds, by, isSameFile }: Step, one: Happening, begun: Happening): boolean {
  if (!kinds.includes(one.kind)) return false;
  if (by !== undefined && (one.workstation === begun.workstation) !== (by === 'same')) return false;
  return isSameFile !== true || one.id === begun.id;
}

const endsIt = ({ before = [] }: Step, one: Happening, begun: Happening): boolean =>
  before.includes(one.kind) && one.workstation === begun.workstation && (one.id === null || one.id === begun.id);
