import { expect, test } from 'vitest';
import { keepCertificateChecks, nothingOpened } from '../../electron/hosting/start.ts';
import { parseOptions } from '../../electron/launch/options.mjs';

function sentenceFor(words: readonly string[]): string | null {
  const here = { platform: 'linux', env: { PINFOLD_TOKEN: 'a-token' }, home: '/home/ann' } as const;
  const parsed = parseOptions(words, 'refuse', here);
  if (!parsed.ok) throw new Error(parsed.problem);
  return nothingOpened(parsed.options);
}

test.each([['--practice'], ['--connect=https://service.test/v3', '--name=Work']])(
  'a second start with %s says that it opened no connection, and names no token',
  (...words) => {
    expect(sentenceFor(words)).toMatch(/no connection was opened/);
    expect(sentenceFor(words)).not.toMatch(/a-token/);
  },
);

test('a second start that asked for no connection has nothing to say', () => {
  expect(sentenceFor([])).toBeNull();
});

test.each([[undefined], ['1'], [''], ['false']])(
  'where the environment leaves the checks of certificates on there is nothing to say: %j',
  (value) => {
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: value };
    const complaints: string[] = [];
    keepCertificateChecks(env, (line) => complaints.push(line));
    expect([complaints, env]).toEqual([[], { NODE_TLS_REJECT_UNAUTHORIZED: value }]);
  },
);
