import { expect, test } from 'vitest';
import { adopt } from '../../src/views/messages/wording.ts';

test('the words of another language take the place of the English ones, in the same object', () => {
  const greetings = { hello: 'Hello', to: (name: string) => `Hello ${name}`, parts: { bye: 'Bye' } };
  const english = { greetings, greet: (): string => greetings.hello, order: ['hello'] };
  adopt(english, { greetings: { hello: 'Hallo', to: (name) => `Hallo ${name}`, parts: { bye: 'Tschüs' } } });
  expect([english.greet(), greetings.to('Mia'), greetings.parts.bye]).toEqual(['Hallo', 'Hallo Mia', 'Tschüs']);
});
