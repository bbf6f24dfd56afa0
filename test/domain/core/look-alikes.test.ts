import { expect, test } from 'vitest';
import { mixedScripts } from '../../../src/domain/core/look-alikes.ts';

test.each([
  ['p\u0430ypal-invoice.pdf', ['Latin', 'Cyrillic']],
  ['aur\u03bfra.png', ['Latin', 'Greek']],
  ['\u0440\u03bf\u0441\u0442', ['Cyrillic', 'Greek']],
])('%s mixes letters that look alike', (text, scripts) => {
  expect(mixedScripts(text)).toEqual(scripts);
});

test.each([
  'aurora-0412.png',
  '\u043f\u0440\u0438\u0432\u0435\u0442 world.png',
  '\u03b1\u03b2\u03b3_final.txt',
  '5 \u03bcm sample',
  '\u0394t.csv',
  '\u00b5-law.wav',
  'caf\u00e9 \u65e5\u672c.jpg',
  '',
])('%s is written plainly', (text) => {
  expect(mixedScripts(text)).toEqual([]);
});
