import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The rules whose mistakes cost edits, and the tests that are to notice one. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    environment: 'node',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: 'test/support/temporary-root.ts',
    include: [
      'test/{domain,sync,remote}/**/*.test.ts',
      'test/database/outbox/**/*.test.ts',
      'test/hosting/log.test.ts',
      'test/views/title-messages.test.ts',
    ],
  },
});
