import { expect, test } from 'vitest';
import { hostLanguage, noticeLanguageOf, trayChoiceOf } from '../../electron/hosting/host-language.ts';

const answering = (value: unknown) => ({ ask: () => Promise.resolve(value) });
const languageOf = (core: ReturnType<typeof answering>, preferred: readonly string[]) =>
  hostLanguage(() => preferred).ask(core);

test('the host speaks the language that the person chose, else that of the system', async () => {
  const chosen = (language: string) => answering({ ok: true, value: { language } });
  expect(await languageOf(chosen('de'), ['en-GB'])).toBe('de');
  expect(await languageOf(chosen('en'), ['de-AT'])).toBe('en');
  expect(await languageOf(chosen('system'), ['de-AT', 'en-GB'])).toBe('de');
});

test('a core without an answer leaves the host with the language of the system', async () => {
  expect(await languageOf(answering({ ok: false, failure: { kind: 'bug' } }), ['de-DE'])).toBe('de');
  expect(await languageOf(answering(null), ['fr-FR'])).toBe('en');
});

test('a notice about a replay has a language unless the person wants none', async () => {
  const core = (value: object) => ({ ask: () => Promise.resolve({ ok: true, value }) });
  expect(await noticeLanguageOf(core({ language: 'de', replayNotices: true }), ['en-GB'])).toBe('de');
  expect(await noticeLanguageOf(core({ language: 'de', replayNotices: false }), ['en-GB'])).toBeNull();
  expect(await noticeLanguageOf({ ask: () => Promise.resolve(null) }, ['de-DE'])).toBe('de');
});

test('an icon in the tray is there for who chose it, and for nobody else', async () => {
  const core = (value: unknown) => ({ ask: () => Promise.resolve(value) });
  const chosen = core({ ok: true, value: { language: 'de', tray: true } });
  expect(await trayChoiceOf(chosen, ['en-GB'])).toEqual({ isWanted: true, language: 'de' });
  expect(await trayChoiceOf(core({ ok: true, value: { language: 'en' } }), [])).toEqual({
    isWanted: false,
    language: 'en',
  });
  expect(await trayChoiceOf(core(null), ['de-DE'])).toEqual({ isWanted: false, language: 'de' });
});

test('a host whose core has ended goes on in the language that the core told last', async () => {
  const language = hostLanguage(() => ['en-GB']);
  expect(language.latest()).toBe('en');
  expect(await language.ask(answering({ ok: true, value: { language: 'de' } }))).toBe('de');
  expect(await language.ask(answering(null))).toBe('de');
  expect(language.latest()).toBe('de');
});
