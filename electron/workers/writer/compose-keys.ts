import type { MessagePort } from 'node:worker_threads';
import type { Preferences } from '../../../src/contract/app.ts';
import type { Connection } from '../../../src/domain/connections/connection.ts';
import { type Language, type LanguageChoice, spokenLanguage } from '../../../src/domain/core/language.ts';
import { visibleParts } from '../../../src/domain/core/text.ts';
import type { KeyAlert } from '../../../src/domain/keys/key-alert.ts';
import { keyAlertsTable } from '../../database/keys/key-alerts-table.ts';
import { keyQueries } from '../../database/keys/key-queries.ts';
import type { KeysTable } from '../../database/mirror/mirror.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import type { SystemNotification } from '../../host.ts';
import type { Announce, HandlerContext } from '../../ipc/handler-context.ts';
import { raiseKeyAlerts } from '../../sync/keys/raise-key-alerts.ts';
import { systemClock } from '../clock.ts';
import { keyNoticeWords } from './key-notice-words.ts';
import { send } from '../thread-messages.ts';

type KeyEnvironment = {
  readonly profile: OpenProfile;
  readonly keys: KeysTable;
  readonly preferences: { read(): Preferences };
  readonly announce: Announce;
  readonly port: MessagePort;
};

/** Raises key alerts after each scan of keys: on screen and, by preference, as notifications of the system. */
export function composeKeys({ profile, keys, preferences, announce, port }: KeyEnvironment) {
  const alerts = keyAlertsTable(profile.outbox);
  const here = keyQueries(profile.mirror, systemClock.yieldToEventLoop);
  return {
    context: {
      keyAlerts: alerts,
      keysHere: (id, query) => here.matching(id, query, systemClock.nowMs()),
    } satisfies Partial<HandlerContext>,
    checked: async ({ id, name }: Connection): Promise<void> => {
      const { keyAlertDays, keyNotices, language } = preferences.read();
      const notify: Parameters<typeof raiseKeyAlerts>[0]['notify'] = (raised) => {
        if (keyNotices) send(port, { kind: 'noticed', notice: keyAlertNotification(name, raised, spoken(language)) });
      };
      const changed = (): void => announce('keyAlerts.changed');
      const horizonDays = (): number => keyAlertDays;
      await raiseKeyAlerts({ keys, alerts, horizonDays, changed, notify, clock: systemClock }, id, systemClock.nowMs());
    },
  };
}

const NAMED = 3;
const LONGEST_NAME = 40;

/** One notification for all key alerts of one scan. */
export function keyAlertNotification(
  connectionName: string,
  raised: readonly KeyAlert[],
  language: Language = 'en',
): SystemNotification {
  const words = keyNoticeWords[language];
  const keys = [...new Map(raised.toReversed().map((alert) => [alert.keyId, alert])).values()].reverse();
  const [only] = keys;
  const body = keys.length === 1 && only !== undefined ? sentence(only, words) : summary(keys, words);
  return { title: words.title(plain(connectionName)), body };
}

type Words = (typeof keyNoticeWords)[Language];

function sentence({ name, kind, uses, limit }: KeyAlert, words: Words): string {
  const key = plain(name ?? words.nameless);
  return kind === 'share' ? words.share(key, uses, limit) : words.forecast(key, limit - uses);
}

function summary(keys: readonly KeyAlert[], words: Words): string {
  const named = keys.slice(0, NAMED).map(({ name }) => plain(name ?? words.namelessInList));
  return words.several(keys.length, named.join(', '), keys.length - named.length);
}

/** A thread is told no list of the system's languages; the runtime knows the first. */
const spoken = (choice: LanguageChoice): Language =>
  spokenLanguage(choice, [new Intl.DateTimeFormat().resolvedOptions().locale]).language;

/** A name without invisible or misleading characters: a notification has no badges for them. */
function plain(text: string): string {
  const shown = visibleParts(text).map((part) => (part.kind === 'text' ? part.text : '\uFFFD'));
  const characters = [...shown.join('')];
  return characters.length <= LONGEST_NAME ? characters.join('') : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`;
}
