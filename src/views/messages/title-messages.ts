import { englishAct, englishTitle, type TitleAct, titleActs } from '../../domain/edits/set-title.ts';

/** What a step back or forth did to a change set. */
export type TitleLead = 'takenBack' | 'doneAgain' | 'discarded' | 'leftAsItIs';

const leadOf: Readonly<Record<TitleAct, TitleLead>> = { undo: 'takenBack', redo: 'doneAgain', discard: 'discarded' };
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The core finds titles by the same words, so the domain has them. */
export const titleMessages = {
  /** The title of a change set as it is shown. It is stored in English, which a checksum covers. */
  shown: englishTitle,
  leads: {
    takenBack: 'taken back',
    doneAgain: 'done again',
    discarded: 'discarded',
    leftAsItIs: 'left as it is, because what is there now is not from this edit',
  } satisfies Record<TitleLead, string>,
  /** What a title says was done to an earlier change set: "undo of a discard". */
  actOf: englishAct,
  /** A title after what became of it: "Taken back: Rename a to b", and "Discard taken back: Rename a to b". */
  after: (lead: TitleLead, title: string) => {
    const { acts, of } = titleActs(title);
    const said = titleMessages.leads[lead];
    return `${capital(acts.length === 0 ? said : `${titleMessages.actOf(acts)} ${said}`)}: ${of}`;
  },
  /** A title inside another one, which has a colon of its own: "discard (Rename a to b)". */
  inside: (title: string) => {
    const { acts, of } = titleActs(title);
    return acts.length === 0 ? title : `${titleMessages.actOf(acts)} (${of})`;
  },
};

/** @returns the title in the past tense where an act stands before its colon; null for another title */
export function actInPast(title: string): string | null {
  const [act] = titleActs(title).acts;
  return act === undefined ? null : titleMessages.after(leadOf[act], title.slice(title.indexOf(':') + 2));
}
