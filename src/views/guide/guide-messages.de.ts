import type { WordingOf } from '../messages/wording.ts';
import type * as english from './guide-messages.ts';

export const guideMessages: WordingOf<typeof english>['guideMessages'] = {
  pages: 'Seiten der Anleitung',
  next: (title) => `Weiter: ${title}`,
};
