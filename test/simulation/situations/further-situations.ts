import type { Situation } from './situations.ts';

const another = { kinds: ['wrote'], by: 'another', isSameFile: true } as const;

/** Of the stories whose people do everything the screens allow, beside those of every story. */
export const furtherSituations: readonly Situation[] = [
  {
    name: 'an undo changes back what was sent of a change set, and discards what was not',
    first: ['undonePartly'],
    then: [],
  },
  {
    name: 'an edit is undone while an update of its file is on its way',
    first: ['updateSent'],
    then: [{ kinds: ['undone'], by: 'same', isSameFile: true, before: ['answered', 'crashed'] }],
  },
  {
    name: 'an edit is undone after an answer was lost and before the file is read',
    first: ['lostAfter', 'late'],
    then: [{ kinds: ['undone'], by: 'same', isSameFile: true, before: ['readSent', 'crashed'] }],
  },
  {
    name: 'somebody else writes between an undo and its update, and the person is asked',
    first: ['undone'],
    then: [
      { ...another, before: ['updateSent'] },
      { kinds: ['undoDecided'], by: 'same', isSameFile: true },
    ],
  },
  {
    name: 'somebody else writes over what was sent, it is undone, and the person is asked',
    first: ['wrote'],
    then: [
      { ...another, before: ['edited'] },
      { kinds: ['undone'], by: 'same', isSameFile: true },
      { kinds: ['undoDecided'], by: 'same', isSameFile: true },
    ],
  },
  {
    name: 'an undo is redone after an update of its file has landed late',
    first: ['landedLate'],
    then: [{ kinds: ['redone'], by: 'same', isSameFile: true }],
  },
  {
    name: 'a discarded edit is put back',
    first: ['putBack'],
    then: [],
  },
  {
    name: 'an edit that comes back is asked for anew, because a newer one waits',
    first: ['askedAnew'],
    then: [],
  },
  {
    name: 'a change of several files is in conflict in some of them alone',
    first: ['decidedOneOfSeveral'],
    then: [],
  },
  {
    name: 'a refused edit is tried again',
    first: ['refused'],
    then: [{ kinds: ['retried'], by: 'same', isSameFile: true }],
  },
  {
    name: 'a single field is discarded below a newer edit of its file',
    first: ['fieldDiscarded'],
    then: [],
  },
];

/** Of the stories whose people also choose another rule for conflicts. */
export const ruleSituations: readonly Situation[] = [
  {
    name: 'the rule for conflicts is changed while an update is on its way',
    first: ['updateSent'],
    then: [{ kinds: ['ruleChosen'], by: 'same', before: ['answered', 'crashed'] }],
  },
  {
    name: 'the rule for conflicts is changed after an answer was lost and before the file is read',
    first: ['lostBefore', 'lostAfter', 'late'],
    then: [{ kinds: ['ruleChosen'], by: 'same', before: ['readSent', 'crashed'] }],
  },
  {
    name: 'a person decides a conflict that waits since before another rule',
    first: ['wrote'],
    then: [
      { kinds: ['ruleChosen'], by: 'another' },
      { ...another, kinds: ['decided'] },
    ],
  },
];
