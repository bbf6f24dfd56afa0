import { svelte } from '@sveltejs/vite-plugin-svelte';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { expect, test as base } from 'playwright/test';
import { build } from 'vite';
import type { SyncStatus } from '../../../src/contract/connections.ts';
import type { Updates } from '../../../src/contract/updates.ts';
import type { Channel } from '../../../src/contract/index.ts';
import type { Connection } from '../../../src/domain/connections/connection.ts';
import type { FileWait } from '../../../src/domain/edits/file-wait.ts';
import type { SignatureStatus } from '../../../src/domain/signatures/signature-record.ts';
import { connectionA } from '../../support/builders.ts';
import { makeLate } from '../../support/late-page.ts';
import type { Scene } from './page/main.ts';

export { expect };

/** An address that no server has: the test answers it from the bundle. A page of plain http has no crypto.randomUUID. */
const ORIGIN = 'https://components.test';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

type Given = {
  /**
   * Shows a component in the page, or with `app` a whole screen over a core that answers from memory.
   *
   * @param prepare what is asked of that core before the page is shown
   */
  show: (scene: Scene, screen?: string, prepare?: () => Promise<void>) => Promise<void>;
  /** What a test may ask of that core. */
  core: {
    readonly hold: (...names: readonly Channel[]) => Promise<void>;
    readonly release: () => Promise<void>;
    readonly refuse: (...names: readonly Channel[]) => Promise<void>;
    readonly asked: (name: Channel) => Promise<number>;
    readonly entitleFirst: (title: string) => Promise<void>;
    readonly park: (edits: number, accounts?: number) => Promise<void>;
    readonly disagree: (files: number) => Promise<void>;
    readonly agree: () => Promise<void>;
    readonly arriveFirst: () => Promise<void>;
    readonly widenFirst: (files: number) => Promise<void>;
    readonly nameFile: (name: string) => Promise<void>;
    readonly waitFor: (wait: FileWait, failedFiles?: number) => Promise<void>;
    readonly describeFirst: (name: string, keyvalues: readonly [string, string][]) => Promise<void>;
    readonly sortFirst: (groupId: string, mimeType: string) => Promise<void>;
    readonly passRarity: (rarity: string) => Promise<void>;
    readonly refuseEdit: () => Promise<void>;
    readonly fillBars: () => Promise<void>;
    readonly stand: (status: Partial<SyncStatus>, connection?: Partial<Connection>) => Promise<void>;
    readonly updatesAre: (now: Partial<Updates>) => Promise<void>;
    readonly grant: (scopes: unknown) => Promise<void>;
    readonly sign: (status: SignatureStatus) => Promise<void>;
    readonly fillLibrary: (what: 'full' | 'empty' | 'flooded') => Promise<void>;
    readonly arrive: (list: 'files' | 'signatures') => Promise<void>;
    readonly removeSecond: () => Promise<void>;
    readonly group: (groups: number, name?: string) => Promise<void>;
    readonly become: (list: 'files' | 'changes' | 'signatures' | 'keys', count: number) => Promise<void>;
  };
};

export const test = base.extend<Given, { bundle: string }>({
  bundle: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'pf-components-'));
      await build({
        root: join(import.meta.dirname, 'page'),
        configFile: false,
        logLevel: 'error',
        plugins: [svelte({ configFile: false, compilerOptions: { css: 'external' } })],
        build: { outDir: folder, emptyOutDir: true, minify: false, modulePreload: false, reportCompressedSize: false },
      });
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  show: async ({ page, bundle }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await makeLate(page.context());
    await page.route(`${ORIGIN}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const path = pathname === '/' ? '/index.html' : pathname;
      await route.fulfill({ body: readFileSync(join(bundle, path)), contentType: types[extname(path)] ?? '' });
    });
    await use(async (scene, screen = 'files', prepare = async () => undefined) => {
      await page.goto(`${ORIGIN}/#/c/${connectionA}/${screen}`);
      await prepare();
      await page.evaluate((name) => window.show(name), scene);
    });
    expect(complaints).toEqual([]);
  },

  core: async ({ page }, use) => {
    await use({
      hold: (...names) => page.evaluate((all) => window.core.hold(...all), names),
      refuse: (...names) => page.evaluate((all) => window.core.refuse(...all), names),
      release: () => page.evaluate(() => window.core.release()),
      asked: (name) => page.evaluate((one) => window.core.asked(one), name),
      waitFor: (wait, failedFiles = 0) =>
        page.evaluate(
          ([one, failed]) => {
            window.core.files.waitFor(one);
            window.core.changes.waitFor(one, failed);
          },
          [wait, failedFiles] as const,
        ),
      describeFirst: (name, keyvalues) =>
        page.evaluate(([called, pairs]) => window.core.files.describeFirst(called, pairs), [name, keyvalues] as const),
      sortFirst: (groupId, mimeType) =>
        page.evaluate(([group, type]) => window.core.files.sortFirst(group, type), [groupId, mimeType] as const),
      stand: (status, connection) =>
        page.evaluate(([now, given]) => window.core.stand(now, given), [status, connection] as const),
      passRarity: (rarity) => page.evaluate((one) => window.core.files.passRarity(one), rarity),
      refuseEdit: () => page.evaluate(() => window.core.files.refuseEdit()),
      fillBars: () => page.evaluate(() => window.core.bars.fill()),
      entitleFirst: (title) => page.evaluate((one) => window.core.changes.entitleFirst(one), title),
      park: (edits, accounts = 1) =>
        page.evaluate(([number, of]) => window.core.changes.park(number, of), [edits, accounts] as const),
      nameFile: (name) => page.evaluate((one) => window.core.changes.nameFile(one), name),
      disagree: (files) => page.evaluate((number) => window.core.changes.disagree(number), files),
      agree: () => page.evaluate(() => window.core.changes.agree()),
      widenFirst: (files) => page.evaluate((number) => window.core.changes.widenFirst(number), files),
      arriveFirst: () => page.evaluate(() => window.core.changes.arriveFirst()),
      updatesAre: (now) => page.evaluate((given) => window.core.updates.become(given), now),
      grant: (scopes) => page.evaluate((json) => window.core.keys.grant(json), JSON.stringify(scopes)),
      sign: (status) => page.evaluate((one) => window.core.signatures.sign(one), status),
      arrive: (list) => page.evaluate((name) => window.core[name].arrive(), list),
      removeSecond: () => page.evaluate(() => window.core.removeSecond()),
      fillLibrary: (what) => page.evaluate((one) => window.core.library.become(one), what),
      group: (groups, name) =>
        page.evaluate(([number, called]) => window.core.files.fallInto(number, called), [groups, name] as const),
      become: (list, count) => page.evaluate(([name, now]) => window.core[name].become(now), [list, count] as const),
    });
  },
});
