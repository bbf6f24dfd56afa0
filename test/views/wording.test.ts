import { expect, onTestFinished, test } from 'vitest';
import { sinceMessages, entryMessages } from '../../src/views/activity/activity-messages.de.ts';
import { bulkMessages } from '../../src/views/bulk/bulk-messages.de.ts';
import { frameMessages } from '../../src/views/frame/frame-messages.de.ts';
import { glanceMessages } from '../../src/views/keys/glance-messages.de.ts';
import { librarySentenceMessages } from '../../src/views/library/library-sentence-messages.de.ts';
import { briefWait } from '../../src/views/messages/brief-wait.ts';
import { answerMessages } from '../../src/views/messages/problem-messages.de.ts';
import * as waitGerman from '../../src/views/messages/wait-messages.de.ts';
import * as wait from '../../src/views/messages/wait-messages.ts';
import { adopt } from '../../src/views/messages/wording.ts';
import { signatureJobMessages } from '../../src/views/signatures/signatures-messages.de.ts';

test('the words of another language take the place of the English ones, in the same object', () => {
  const greetings = { hello: 'Hello', to: (name: string) => `Hello ${name}`, parts: { bye: 'Bye' } };
  const english = { greetings, greet: (): string => greetings.hello, order: ['hello'] };
  adopt(english, { greetings: { hello: 'Hallo', to: (name) => `Hallo ${name}`, parts: { bye: 'Tschüs' } } });
  expect([english.greet(), greetings.to('Mia'), greetings.parts.bye]).toEqual(['Hallo', 'Hallo Mia', 'Tschüs']);
});

test('one thing has its verb in the singular in German', () => {
  expect([
    sinceMessages.came(1),
    sinceMessages.arrivedRest(1),
    entryMessages.someFailed(1),
    frameMessages.status.setAside(1, null),
    signatureJobMessages.lost(1),
    glanceMessages.mighty(1),
    librarySentenceMessages.edits.elsewhere(1),
    bulkMessages.preparing(1),
  ]).toEqual([
    'kam hinzu',
    'kam an',
    '1 ließ sich nicht lesen',
    '1 Eintrag des Dienstes ließ sich nicht kopieren',
    '1 ließ sich nicht holen.',
    'darf alles',
    '; 1 kam von anderswo.',
    '1 Datei wird angesehen…',
  ]);
  expect([sinceMessages.came(2), glanceMessages.change(2)]).toEqual(['kamen hinzu', 'dürfen Dateien ändern']);
});

/** Words as they are now, whatever takes their place later. */
const copied = <Words>(words: Words): Words =>
  typeof words === 'object' && words !== null && !Array.isArray(words)
    ? Object.assign({}, ...Object.entries(words).map(([name, one]) => ({ [name]: copied<unknown>(one) })))
    : words;

test('the wait of a file is told in the language of the page, also in the few letters of a column', () => {
  const { restMessages, troubleLabelMessages, ownWaitMessages, answerLabelMessages, briefWaitMessages } = wait;
  const english = copied({
    ...{ restMessages, troubleLabelMessages, ownWaitMessages, answerLabelMessages, briefWaitMessages },
  });
  onTestFinished(() => adopt(wait, english));
  adopt(wait, waitGerman);
  expect([
    briefWait({ kind: 'sending' }, null, 0),
    briefWait({ kind: 'reading' }, null, 0),
    briefWait({ kind: 'later', untilMs: 40_000 }, null, 0),
  ]).toEqual(['geht hinaus…', 'noch ohne Antwort', 'wartet · 40\u00a0s']);
});

test('a service answers in German with a status, and how often stands after it', () => {
  const { answered, few, often } = answerMessages;
  expect([1, 2, 12].map((times) => `${answered(500)}${few[times] ?? often(times)}.`)).toEqual([
    'Der Dienst antwortete mit 500.',
    'Der Dienst antwortete mit 500, zweimal.',
    'Der Dienst antwortete mit 500, 12-mal.',
  ]);
});
