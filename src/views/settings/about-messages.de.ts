import type { WordingOf } from '../messages/wording.ts';
import type * as english from './about-messages.ts';

export const aboutMessages: WordingOf<typeof english>['aboutMessages'] = {
  shortcuts: 'Alle Tasten',
  licences: 'Lizenzen',
  licencesAbout: 'Pinfold ist mit der Arbeit anderer gemacht.',
  part: 'Teil',
};
