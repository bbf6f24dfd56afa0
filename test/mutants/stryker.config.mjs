/** Small mistakes, one at a time, in the rules that edits depend on: each is to be noticed by a test. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './test/mutants/sample.ts'],
  checkers: ['sample'],
  vitest: { configFile: 'test/mutants/vitest.config.ts', related: true },
  mutate: [
    'src/domain/edits/**/*.ts',
    'electron/sync/**/*.ts',
    'electron/database/outbox/**/*.ts',
    'electron/remote/**/*.ts',
  ],
  // Words of messages are proved where they are shown.
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  // Vitest finds no test below node_modules.
  tempDirName: 'out/mutants',
  ignorePatterns: ['out', 'dist', 'test-results', 'resources'],
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: 'test-results/mutants.json' },
};
