import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

export default defineConfig({
  root,
  test: {
    projects: [
      {
        root,
        test: {
          name: 'main',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/state/**', 'test/components/**', 'test/e2e/**'],
        },
      },
      {
        root,
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'renderer',
          environment: 'jsdom',
          include: ['test/state/**/*.test.ts', 'test/components/**/*.test.ts'],
        },
      },
    ],
  },
});
