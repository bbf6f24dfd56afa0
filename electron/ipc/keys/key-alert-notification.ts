import type { KeyAlert } from '../../../src/domain/keys/key-alert.ts';
import { visibleParts } from '../../../src/domain/core/text.ts';
import type { SystemNotification } from '../../host.ts';

const NAMED = 3;
const LONGEST_NAME = 40;

/** One notification for all key alerts of one scan. */
export function keyAlertNotification(connectionName: string, raised: readonly KeyAlert[]): SystemNotification {
  const keys = [...new Map(raised.toReversed().map((alert) => [alert.keyId, alert])).values()].reverse();
  const [only] = keys;
  const body = keys.length === 1 && only !== undefined ? sentence(only) : summary(keys);
  return { title: `API keys of ${plain(connectionName)}`, body };
}

const sentence = ({ name, kind, uses, limit }: KeyAlert): string =>
  kind === 'share'
    ? `${plain(name ?? 'A key without a name')} has used ${uses} of ${limit}.`
    : `${plain(name ?? 'A key without a name')} is running out: ${limit - uses} uses left.`;

function summary(keys: readonly KeyAlert[]): string {
  const named = keys.slice(0, NAMED).map(({ name }) => plain(name ?? 'without a name'));
  const more = keys.length - named.length;
  return `${keys.length} keys are near their end: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** A name without invisible or misleading characters: a notification has no badges for them. */
function plain(text: string): string {
  const shown = visibleParts(text).map((part) => (part.kind === 'text' ? part.text : '\uFFFD'));
  const characters = [...shown.join('')];
  return characters.length <= LONGEST_NAME ? characters.join('') : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`;
}
