import { expect, test } from 'vitest';
import { spokenLanguage } from '../../../src/domain/core/language.ts';

test.each([
  [['fr-FR', 'de-AT', 'en-US'], 'de', 'de-AT'],
  [['en-US', 'de'], 'en', 'en-US'],
  [['fr-FR'], 'en', 'en-GB'],
  [['de'], 'de', 'de-DE'],
  [[], 'en', 'en-GB'],
  [['en-US@posix'], 'en', 'en-US'],
  [['de_AT.UTF-8', 'en-US'], 'de', 'de-AT'],
  [['C', 'POSIX', 'C.UTF-8', ''], 'en', 'en-GB'],
  [['en-', 'en-US-US-', '-', '*', 'de-1-1'], 'en', 'en-GB'],
])('a system that prefers %j is spoken to in %s, with the dates of %s', (preferred, language, locale) => {
  expect(spokenLanguage('system', preferred)).toEqual({ language, locale });
});

test('the dates of whatever a system prefers can be written', () => {
  for (const preferred of ['en-US@posix', 'en-x', 'en-', 'de-DE-1996-1996', 'en-u', 'de-\u0000', 'en--US']) {
    const { locale } = spokenLanguage('system', [preferred]);
    expect(() => new Intl.DateTimeFormat(locale)).not.toThrow();
  }
});

test('a chosen language is spoken in the region of the person', () => {
  expect(spokenLanguage('en', ['de-DE', 'en-AU'])).toEqual({ language: 'en', locale: 'en-AU' });
  expect(spokenLanguage('de', ['en-US'])).toEqual({ language: 'de', locale: 'de-DE' });
});
