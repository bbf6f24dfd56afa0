import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** The file types of the built page. Other files are never served. */
const mimeTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

type PageFile = { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer<ArrayBuffer> };

export type PageFiles = {
  /**
   * @param pathname percent-encoded, as in a URL
   * @returns null when the page has no such file
   */
  readonly read: (pathname: string) => Promise<PageFile | null>;
};

/**
 * The files of the built page. A request's path is looked up in a list of them and never reaches the file system, so
 * path traversal is impossible. Opening the page renews the list, because a build may have replaced the files.
 */
export function pageFiles(directory: string): PageFiles {
  let listed: ReadonlyMap<string, string> = new Map();
  return {
    read: async (pathname) => {
      if (pathname === '/') listed = new Map(walk(directory, ''));
      const name = pathname === '/' ? '/index.html' : pathname;
      const path = listed.get(name);
      if (path === undefined) return null;
      return { headers: headersOf(name), body: await readFile(path) };
    },
  };
}

/** @returns pairs of a percent-encoded URL path and the path of its file */
function walk(directory: string, prefix: string): [string, string][] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const path = join(directory, entry.name);
    const name = `${prefix}/${encodeURIComponent(entry.name)}`;
    if (entry.isDirectory()) return walk(path, name);
    return entry.isFile() && extname(entry.name) in mimeTypes ? [[name, path]] : [];
  });
}

function headersOf(name: string): Record<string, string> {
  // Vite's asset names contain a hash of the content (Vite, "Building for Production"), so assets never change.
  const caching = name.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store';
  return { 'Content-Type': mimeTypes[extname(name)] ?? 'application/octet-stream', 'Cache-Control': caching };
}

/**
 * The page's Content Security Policy (CSP Level 3), under either host. Scripts and styles come from the app's files
 * only; Svelte's Trusted Types policy makes markup from text; bits-ui's dialog sets the one `style` attribute.
 */
const contentSecurityPolicy = (connect: "'none'" | "'self'"): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types svelte-trusted-html',
  ].join('; ');

/**
 * The headers of every response to the page.
 *
 * @param connect `'none'` with a preload script, `'self'` with a WebSocket
 */
export const securityHeaders = (connect: "'none'" | "'self'"): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentSecurityPolicy(connect),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), serial=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});
