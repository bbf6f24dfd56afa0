import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** No test sleeps; a limit only ends what hangs, also beside other work on the machine. */
const BUSY_MACHINE_MS = 60_000;
const limits = {
  testTimeout: BUSY_MACHINE_MS,
  hookTimeout: BUSY_MACHINE_MS,
  expect: { poll: { timeout: BUSY_MACHINE_MS - 10_000 } },
};
const longLimits = { ...limits, testTimeout: 4 * BUSY_MACHINE_MS, hookTimeout: 4 * BUSY_MACHINE_MS };

// Workers, and the threads and programs that tests start, take code as it was compiled by the run before: a third of what
// the tests of the core cost is compiling it. https://nodejs.org/api/module.html#module-compile-cache
process.env['NODE_COMPILE_CACHE'] ??= `${root}node_modules/.cache/node`;

/** The page: its states, its words and its components. */
const page = ['test/{state,views,components}/**/*.test.ts'];

/** Proofs that take seconds each: they simulate weeks, break disks, compare whole accounts, or start the app. */
const long = [
  'test/{simulation,torture,workstations,soak,fuzz,contract,practice,bench,packaging}/**/*.test.ts',
  'test/ipc/{core,contract,dead-threads,diagnostics,hostile-tables,practice,recovery}.test.ts',
  'test/database/sqlite/released-migrations.test.ts',
  'test/export/{formats,run-export,thread}.test.ts',
  'test/database/{file-lists/{filters,sort-orders},text-index/text-index-file,duplicates/*}.test.ts',
  'test/sync/{outbox/undo*,keys/key-filters,signatures/fetch-jobs,pull/pull-many-keys,text-index/*}.test.ts',
  'test/launch/export-pending.test.ts',
  'test/workers/text-reader.test.ts',
];

export default defineConfig({
  root,
  test: {
    globalSetup: 'test/support/temporary-root.ts',
    projects: [
      {
        root,
        test: {
          name: 'quick',
          environment: 'node',
          // Tests mock no module and leave nothing behind: a worker loads the app once, and not for each file anew.
          isolate: false,
          ...limits,
          include: ['test/**/*.test.ts'],
          exclude: [...page, ...long],
        },
      },
      { root, test: { name: 'long', environment: 'node', ...longLimits, include: long } },
      {
        root,
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: { name: 'page', environment: 'node', isolate: false, ...limits, include: page },
      },
    ],
  },
});
