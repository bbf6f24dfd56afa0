import type { WordingOf } from '../messages/wording.ts';
import type * as english from './about-messages.ts';

export const aboutMessages: WordingOf<typeof english>['aboutMessages'] = {
  shortcuts: 'Alle Tasten',
  licences: 'Lizenzen',
  licencesAbout: 'Pinfold ist mit der Arbeit anderer gemacht.',
  part: 'Teil',
  commit: 'Gebaut aus Commit',
  channel: 'Kanal',
  showNotices: 'Alle Lizenzen im Wortlaut zeigen',
  notices: 'Lizenzen im Wortlaut',
  noNotices: 'Die Lizenzen werden beim Bauen der App geschrieben. Diese läuft aus ihren Quellen.',
};
