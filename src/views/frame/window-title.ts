import { cutText, isRightToLeft, visibleText } from '../../domain/core/text.ts';
import type { RouteTarget } from '../../state/app/route.ts';
import { activityMessages } from '../activity/activity-messages.ts';
import { changesMessages, tabMessages } from '../changes/changes-messages.ts';
import { duplicatesMessages } from '../duplicates/duplicates-messages.ts';
import { filesMessages } from '../files/files-messages.ts';
import { listName } from '../files/list-name.ts';
import { auditMessages } from '../keys/audit/audit-messages.ts';
import { keysMessages } from '../keys/keys-messages.ts';
import { libraryMessages } from '../library/library-messages.ts';
import { appMessages } from '../messages/app-messages.ts';
import { settingsMessages } from '../settings/settings-messages.ts';
import { signaturesMessages } from '../signatures/signatures-messages.ts';
import { frameMessages } from './frame-messages.ts';

/** A longer part pushes the name of the connection out of a tab and of a task bar. */
const LONGEST_PART = 60;
const BETWEEN = ' – ';

/**
 * The title of the window: the view, then the connection. Names of files and counts stay out of it, because a title
 * stands in task bars and on shared screens.
 *
 * @param connection its name; null where none is on screen
 */
export function windowTitle(target: RouteTarget, connection: string | null): string {
  const parts = [...viewOf(target), connection === null ? null : short(connection), appMessages.app];
  return parts.filter((part) => part !== null).join(BETWEEN);
}

/** A text of a person or of the service, cut, with badges for characters that would turn the words around them. */
const short = (text: string): string =>
  isolated(visibleText(text.length > LONGEST_PART ? `${cutText(text, LONGEST_PART)}…` : text));

/** In isolates where its writing would give the whole title its direction (UAX 9, P2): a title has no elements that could. */
const isolated = (text: string): string => (isRightToLeft(text) ? `\u2068${text}\u2069` : text);

/** The most particular word first; null is left out. */
function viewOf(target: RouteTarget): readonly (string | null)[] {
  switch (target.kind) {
    case 'files': {
      const { search, group } = target;
      const list = group === null ? filesMessages[listName(target)] : short(group);
      return [search === '' ? null : filesMessages.searched(short(search)), list];
    }
    case 'keys':
      return [keysMessages.title(target.condition)];
    case 'changes':
      return [target.tab === null ? null : tabMessages[target.tab], changesMessages.title];
    case 'settings':
      return [target.section === null ? null : settingsMessages.sections[target.section], settingsMessages.title];
    case 'audit':
      return [auditMessages.title];
    case 'signatures':
      return [signaturesMessages.title];
    case 'guide':
      return [appMessages.guide];
    case 'activity':
      return [activityMessages.title];
    case 'library':
      return [libraryMessages.title];
    case 'sameContent':
      return [duplicatesMessages.title];
    case 'connect':
      return [frameMessages.connect];
  }
}
