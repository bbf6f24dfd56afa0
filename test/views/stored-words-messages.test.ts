import { expect, test } from 'vitest';
import { interceptedMessage, tunnelMessage } from '../../electron/remote/error-response.ts';
import { networkFailure } from '../../electron/remote/network-failure.ts';
import { noTraits } from '../../src/domain/connections/connection.ts';
import { describeFailure, messageOf } from '../../src/domain/service/remote-failure.ts';
import { problemSentence } from '../../src/views/messages/problem-messages.ts';
import { storedWordsMessages } from '../../src/views/messages/stored/stored-words-messages.de.ts';
import { storedWordsMessages as english } from '../../src/views/messages/stored/stored-words-messages.ts';
import { read } from '../support/imports.ts';
import { answered, failing, noAnswer, wrongRecord } from '../sync/push/failures.ts';
import { worldOf } from '../sync/push/world-of-files.ts';

const german = storedWordsMessages.shown;
const asItIs = (text: string): string => text;

/** Lines of the files that put a failure into words: a text of two words or more that begins with a small letter. */
const wordsIn = (path: string): readonly string[] =>
  read(path)
    .text.split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*|import )/.test(line))
    .flatMap((line) => [...line.matchAll(/'([a-z]\w* [^']*)'/g)].map(([, words = '']) => words));

test('everything that the app says of a failed request is read in German', () => {
  const files = [
    'network-failure',
    'http-request',
    'http-client',
    'error-response',
    'answer-size',
    'strict-json',
    'service-decorators',
  ];
  const all = files.flatMap((file) => wordsIn(`electron/remote/${file}.ts`));
  expect(all.length).toBeGreaterThan(35);
  expect(all.filter((words) => german(words) === words)).toEqual([]);
  expect(all.map((words) => english.shown(words))).toEqual(all);
});

test.each([
  [
    messageOf(networkFailure(Object.assign(new Error(), { code: 'ENOTFOUND' }), new AbortController().signal)),
    'es gibt keinen Host dieses Namens (ENOTFOUND)',
  ],
  [tunnelMessage(407), 'ein Proxy verlangt Namen und Kennwort (407)'],
  [tunnelMessage(502), 'ein Proxy hat das nicht zum Dienst durchgelassen (502)'],
  [interceptedMessage(new Response('', { status: 418 }), asItIs), 'etwas anderes hat geantwortet: 418, kein JSON'],
  [
    interceptedMessage(new Response('', { status: 302, headers: { location: 'https://portal.example/in' } }), asItIs),
    'stattdessen kam eine Umleitung zu portal.example, wie zum Anmelden (302)',
  ],
  ['the answer is nested deeper than 64 levels', 'die Antwort ist tiefer als 64 Ebenen verschachtelt'],
  ['the answer is not a file record', 'die Antwort sind keine Angaben zu einer Datei'],
  [describeFailure(wrongRecord), 'der Dienst hat mit einer anderen Datei geantwortet'],
])('%s', (words, inGerman) => {
  expect(german(words)).toBe(inGerman);
});

test.each(['name is too long', '409: "the name is taken"', 'answered late', 'no answer in time (yet)', ''])(
  'the service’s own words stay as they are: "%s"',
  (words) => {
    expect(german(words)).toBe(words);
  },
);

test('a key that the service cannot remove is told in German, with what the service said about it', async () => {
  const world = await worldOf(1, { connection: { learnt: { ...noTraits, keyvaluesMode: 'merge' } } });
  const removal = world.edit(1, { 'key:env': null });
  world.fake.next('updateFile', failing(answered(400, { message: 'values must be "strings"' })));
  await world.push();
  expect(german(world.words(removal)!.message)).toBe(
    'Dieser Dienst kann keinen Schlüssel entfernen („env“): „values must be "strings"“',
  );
  world.connection = { ...world.connection, learnt: { ...noTraits, keyvaluesMode: 'mergeWithoutRemoval' } };
  world.queue.retry([removal]);
  await world.push();
  expect(german(world.words(removal)!.message)).toBe('Dieser Dienst kann keinen Schlüssel entfernen („env“)');
});

test('how a try ended is told in German', async () => {
  const world = await worldOf(1);
  world.edit(1, { name: 'mine' });
  world.fake.next('updateFile', failing(noAnswer));
  await world.push();
  await world.clock.advance(120_000);
  await world.push();
  world.edit(1, { name: 'other' });
  world.outbox.beginAttempt({ ...world.attempts(1)[0]!, attemptId: 'cut off' });
  world.outbox.endAbandonedAttempts(world.clock.nowMs());
  expect(world.attempts(1).map(({ outcome }) => german(outcome ?? ''))).toEqual([
    'Die App wurde beendet, bevor eine Antwort kam.',
    'beantwortet',
    'the connection was reset',
  ]);
  expect(german('The answer could not be written down.')).toBe('Die Antwort ließ sich nicht aufschreiben.');
});

test('a sentence about a problem begins with a capital', () => {
  expect(problemSentence({ detail: 'there is no host of that name (ENOTFOUND)' })).toBe(
    'There is no host of that name.',
  );
});
