import { expect, test } from 'vitest';
import { errorCode, errorMessage } from '../../../src/domain/core/thrown.ts';

const coded = (code: unknown): Error => Object.assign(new Error('no such file'), { code });

test.each([
  [coded('ENOENT'), 'ENOENT', 'no such file'],
  // A DOMException has a number.
  [coded(20), null, 'no such file'],
  [new TypeError('not a function'), null, 'not a function'],
  [{ code: 'ENOENT' }, null, '[object Object]'],
  ['thrown', null, 'thrown'],
  [null, null, 'null'],
])('%s has its code and its message', (error, code, message) => {
  expect([errorCode(error), errorMessage(error)]).toEqual([code, message]);
});
