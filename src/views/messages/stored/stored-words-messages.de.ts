import type * as english from './stored-words-messages.ts';
import type { WordingOf } from '../wording.ts';

/** What the app writes in the place of an answer, without the code that follows some of it. */
const whole: ReadonlyMap<string, string> = new Map([
  ['answered', 'beantwortet'],
  ['The answer could not be written down.', 'Die Antwort ließ sich nicht aufschreiben.'],
  ['The app ended before an answer came.', 'Die App wurde beendet, bevor eine Antwort kam.'],
  ['the service answered with another file', 'der Dienst hat mit einer anderen Datei geantwortet'],
  ['no reason given', 'kein Grund genannt'],
  ['given up before it was sent', 'vor dem Senden aufgegeben'],
  ['given up before an answer came', 'aufgegeben, bevor eine Antwort kam'],
  ['given up before the answer was complete', 'aufgegeben, bevor die Antwort vollständig war'],
  ['there is no token', 'es gibt kein Token'],
  ['this connection is read-only', 'diese Verbindung ist schreibgeschützt'],
  ['this cannot be part of an address', 'das kann kein Teil einer Adresse sein'],
  ['no answer in time', 'keine Antwort in der vorgesehenen Zeit'],
  ['the answer did not end in time', 'die Antwort endete nicht in der vorgesehenen Zeit'],
  ['the answer was cut short', 'die Antwort brach ab'],
  ['the answer is empty', 'die Antwort ist leer'],
  ['the answer is larger than any this app asks for', 'die Antwort ist größer als alles, wonach diese App fragt'],
  ['the answer has far more rows than this app asks for', 'die Antwort hat weit mehr Zeilen, als diese App anfordert'],
  ['the answer has more values than this app reads', 'die Antwort hat mehr Werte, als diese App liest'],
  ['the answer is not UTF-8', 'die Antwort ist kein UTF-8'],
  ['the answer is not JSON', 'die Antwort ist kein JSON'],
  ['the answer is not a list of keys', 'die Antwort ist keine Liste von Schlüsseln'],
  ['the answer is not a list of files', 'die Antwort ist keine Liste von Dateien'],
  ['the answer is not a file record', 'die Antwort sind keine Angaben zu einer Datei'],
  ['the answer is not a signature', 'die Antwort ist keine Signatur'],
  ['the connection failed', 'die Verbindung kam nicht zustande'],
  ['there is no host of that name', 'es gibt keinen Host dieses Namens'],
  ['host names cannot be looked up', 'Hostnamen lassen sich nicht nachschlagen'],
  ['the connection was refused', 'die Verbindung wurde abgelehnt'],
  ['the host cannot be reached', 'der Host ist nicht erreichbar'],
  ['there is no network', 'es gibt kein Netz'],
  ['the connection timed out', 'die Verbindung brauchte zu lange'],
  ['the host did not pick up', 'der Host nahm nicht ab'],
  ['the connection was cut', 'die Verbindung wurde getrennt'],
  ['the certificate has expired', 'das Zertifikat ist abgelaufen'],
  [
    'by the clock of this computer the certificate is not valid now',
    'nach der Uhr dieses Computers gilt das Zertifikat jetzt nicht',
  ],
  ['the certificate is self-signed', 'das Zertifikat ist selbst signiert'],
  ['the certificate is for another host', 'das Zertifikat gilt für einen anderen Host'],
  [
    'nobody this computer trusts vouches for the certificate',
    'niemand, dem dieser Computer vertraut, bürgt für das Zertifikat',
  ],
  ['the host does not speak TLS there', 'der Host spricht dort kein TLS'],
  ['the proxy cannot be reached', 'der Proxy ist nicht erreichbar'],
  ['the proxy did not pass this on', 'der Proxy hat das nicht weitergegeben'],
  [
    'the proxy that is set is not an address of the form http://host:port',
    'der eingestellte Proxy ist keine Adresse der Form http://host:port',
  ],
  ['a proxy asks for a name and a password', 'ein Proxy verlangt Namen und Kennwort'],
  ['a proxy did not let this through to the service', 'ein Proxy hat das nicht zum Dienst durchgelassen'],
  [
    'the request came to a server that does not answer for this address',
    'die Anfrage kam zu einem Server, der nicht für diese Adresse antwortet',
  ],
  ['the network asks to sign in first', 'das Netz verlangt zuerst eine Anmeldung'],
  ['a redirect came instead', 'stattdessen kam eine Umleitung'],
  [
    'a web page came instead, as a proxy or a sign-in page sends it',
    'stattdessen kam eine Webseite, wie ein Proxy oder eine Anmeldeseite sie sendet',
  ],
]);

type Form = readonly [form: RegExp, german: (...values: readonly string[]) => string];

/** Forms with values of the service or of the person, which stay as they are. The first that fits decides. */
const forms: readonly Form[] = [
  [
    /^This service cannot remove a key \("(.*?)"\): "(.*)"$/s,
    (key, words) => `Dieser Dienst kann keinen Schlüssel entfernen („${key}“): „${words}“`,
  ],
  [
    /^This service cannot remove a key \("(.*)"\)$/s,
    (key) => `Dieser Dienst kann keinen Schlüssel entfernen („${key}“)`,
  ],
  [
    /^a redirect to (\S+) came instead, as for signing in( \(\d+\))?$/,
    (host, status = '') => `stattdessen kam eine Umleitung zu ${host}, wie zum Anmelden${status}`,
  ],
  [/^something else answered: (\d+), no JSON$/, (status) => `etwas anderes hat geantwortet: ${status}, kein JSON`],
  [
    /^the answer is nested deeper than (\d+) levels$/,
    (levels) => `die Antwort ist tiefer als ${levels} Ebenen verschachtelt`,
  ],
];

function shown(words: string): string {
  for (const [form, german] of forms) {
    const found = form.exec(words);
    if (found !== null) return german(...found.slice(1));
  }
  // The code of a system or the status of an answer.
  const [, before = words, code = ''] = /^(.*?)( \([A-Z\d_]+\))$/s.exec(words) ?? [];
  const german = whole.get(before);
  return german === undefined ? words : `${german}${code}`;
}

export const storedWordsMessages: WordingOf<typeof english>['storedWordsMessages'] = { shown };
