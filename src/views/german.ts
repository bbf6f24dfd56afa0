import * as activity from './activity/activity-messages.ts';
import * as activityGerman from './activity/activity-messages.de.ts';
import { adopt } from './messages/wording.ts';
import * as copy from './files/copy/copy-messages.ts';
import * as copyGerman from './files/copy/copy-messages.de.ts';
import * as menu from './menus/menu-messages.ts';
import * as menuGerman from './menus/menu-messages.de.ts';
import * as savedViews from './saved-views/saved-views-messages.ts';
import * as savedViewsGerman from './saved-views/saved-views-messages.de.ts';

/** Puts the German words in the place of the English ones. A chunk of its own, so that an English page never loads it. */
export function speakGerman(): void {
  adopt(activity, activityGerman);
  adopt(copy, copyGerman);
  adopt(menu, menuGerman);
  adopt(savedViews, savedViewsGerman);
}
