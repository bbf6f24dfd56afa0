import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** No test sleeps; a limit only ends what hangs, also beside other work on the machine. */
const BUSY_MACHINE_MS = 60_000;

export default defineConfig({
  root,
  test: {
    globalSetup: 'test/support/temporary-root.ts',
    projects: [
      {
        root,
        test: {
          name: 'main',
          environment: 'node',
          testTimeout: BUSY_MACHINE_MS,
          hookTimeout: BUSY_MACHINE_MS,
          include: ['test/**/*.test.ts'],
          exclude: ['test/{state,views,components}/**', 'test/e2e/**'],
        },
      },
      {
        root,
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'renderer',
          environment: 'jsdom',
          testTimeout: BUSY_MACHINE_MS,
          hookTimeout: BUSY_MACHINE_MS,
          include: ['test/{state,views,components}/**/*.test.ts'],
        },
      },
    ],
  },
});
