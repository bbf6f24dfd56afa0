import { germanTitle } from '../../domain/edits/german-title.ts';
import type { WordingOf } from './wording.ts';
import type * as english from './title-messages.ts';

/** The core finds titles by the same words, so the domain has them. */
export const titleMessages: WordingOf<typeof english>['titleMessages'] = { shown: germanTitle };
