import { germanAct, germanOf, germanTitle, germanTitleAfter } from '../../domain/edits/german-title.ts';
import { titleActs } from '../../domain/edits/set-title.ts';
import type { WordingOf } from './wording.ts';
import type * as english from './title-messages.ts';

const leads = {
  takenBack: 'zurückgenommen',
  doneAgain: 'wiederholt',
  discarded: 'verworfen',
  leftAsItIs: 'unverändert gelassen, weil nicht von dieser Änderung stammt, was jetzt dort steht',
} as const;

/** The core finds titles by the same words, so the domain has them. */
export const titleMessages: WordingOf<typeof english>['titleMessages'] = {
  shown: germanTitle,
  leads,
  actOf: germanAct,
  after: (lead, title) => germanTitleAfter(leads[lead], titleActs(title).acts, title),
  inside: (title) => {
    const { acts } = titleActs(title);
    return acts.length === 0 ? germanTitle(title) : `${germanAct(acts)} (${germanOf(title)})`;
  },
};
