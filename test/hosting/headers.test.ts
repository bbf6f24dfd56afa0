import { expect, test } from 'vitest';
import { securityHeaders } from '../../electron/hosting/headers.ts';

const policy = (connect: "'none'" | "'self'"): Record<string, string> =>
  Object.fromEntries(
    securityHeaders(connect)
      ['Content-Security-Policy']!.split('; ')
      .map((rule) => {
        const [name = '', ...sources] = rule.split(' ');
        return [name, sources.join(' ')];
      }),
  );

test('the page may run and show its own files, and nothing else', () => {
  expect(policy("'none'")).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'none'",
    'worker-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'svelte-trusted-html',
  });
});

test('the web host differs in its socket only', () => {
  expect(policy("'self'")).toEqual({ ...policy("'none'"), 'connect-src': "'self'" });
});
