import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Kinds of file that the page is made of; any other is not served. */
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
   * @param pathname as it stands in a URL, percent-encoded
   * @returns null when the page has no such file
   */
  readonly read: (pathname: string) => Promise<PageFile | null>;
};

/**
 * The built page. What can be asked for is listed beforehand, so that no path from a request ever reaches the file
 * system: there is nothing to traverse. The list is made anew whenever the page itself is opened, because a build may
 * have replaced the files.
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

/** @returns pairs of a URL path, encoded as browsers encode it, and the file it stands for */
function walk(directory: string, prefix: string): [string, string][] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const path = join(directory, entry.name);
    const name = `${prefix}/${encodeURIComponent(entry.name)}`;
    if (entry.isDirectory()) return walk(path, name);
    return entry.isFile() && extname(entry.name) in mimeTypes ? [[name, path]] : [];
  });
}

function headersOf(name: string): Record<string, string> {
  // Vite puts a hash of the content into the name of each asset; the page itself must always be the newest.
  const caching = name.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store';
  return { 'Content-Type': mimeTypes[extname(name)] ?? 'application/octet-stream', 'Cache-Control': caching };
}
