import { expect, test } from 'vitest';
import { spokenLanguage } from '../../../src/domain/core/language.ts';

test.each([
  [['fr-FR', 'de-AT', 'en-US'], 'de', 'de-AT'],
  [['en-US', 'de'], 'en', 'en-US'],
  [['fr-FR'], 'en', 'en-GB'],
  [['de'], 'de', 'de-DE'],
  [[], 'en', 'en-GB'],
])('a system that prefers %j is spoken to in %s, with the dates of %s', (preferred, language, locale) => {
  expect(spokenLanguage('system', preferred)).toEqual({ language, locale });
});

test('a chosen language is spoken in the region of the person', () => {
  expect(spokenLanguage('en', ['de-DE', 'en-AU'])).toEqual({ language: 'en', locale: 'en-AU' });
  expect(spokenLanguage('de', ['en-US'])).toEqual({ language: 'de', locale: 'de-DE' });
});
