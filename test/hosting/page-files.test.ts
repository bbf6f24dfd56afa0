import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageFiles, type PageFiles, securityHeaders } from '../../electron/hosting/page-files.ts';
import { mayLink } from '../support/symbolic-links.ts';

let directory: string;
let files: PageFiles;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pinfold-page-'));
  mkdirSync(join(directory, 'page/assets'), { recursive: true });
  writeFileSync(join(directory, 'secret.txt'), 'secret');
  writeFileSync(join(directory, 'page/index.html'), '<!doctype html>');
  writeFileSync(join(directory, 'page/assets/main-1a2b.js'), 'run()');
  writeFileSync(join(directory, 'page/assets/a file.css'), 'p {}');
  writeFileSync(join(directory, 'page/run.sh'), 'echo');
  if (mayLink) symlinkSync(join(directory, 'secret.txt'), join(directory, 'page/link.txt'));
  files = pageFiles(join(directory, 'page'));
  await files.read('/');
});
afterEach(() => rmSync(directory, { recursive: true }));

test('the page is its index, never kept by the browser', async () => {
  expect(await files.read('/')).toEqual({
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    body: Buffer.from('<!doctype html>'),
  });
});

test('an asset has its type, and may be kept for ever because its name holds its hash', async () => {
  expect(await files.read('/assets/main-1a2b.js')).toEqual({
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'private, max-age=31536000, immutable',
    },
    body: Buffer.from('run()'),
  });
  expect(await files.read('/assets/a%20file.css')).toMatchObject({ body: Buffer.from('p {}') });
});

test.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/..\\secret.txt',
  '/assets%2fmain-1a2b.js',
  '//secret.txt',
  '/index.html%00.js',
  '/%',
  '/assets',
  '/assets/',
  '/run.sh',
  '/link.txt',
  '/INDEX.HTML',
  '/__proto__',
  '',
])('%j is no file of the page', async (pathname) => {
  expect(await files.read(pathname)).toBeNull();
});

test('a page that was built again is served anew from its next opening on', async () => {
  writeFileSync(join(directory, 'page/assets/main-3c4d.js'), 'again()');
  expect(await files.read('/assets/main-3c4d.js')).toBeNull();
  await files.read('/');
  expect(await files.read('/assets/main-3c4d.js')).not.toBeNull();
});

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
