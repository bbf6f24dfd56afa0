import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** Time and chance are ports; a rule that reads them itself cannot be tested or replayed. */
const injected = [
  { name: 'setTimeout', message: 'Take a Clock.' },
  { name: 'setInterval', message: 'Take a Clock.' },
];
const nowAndChance = [
  { object: 'Date', property: 'now', message: 'Take a Clock.' },
  { object: 'Math', property: 'random', message: 'Take a Chance.' },
  { object: 'crypto', property: 'randomUUID', message: 'Take a Chance.' },
];

export default ts.config(
  { ignores: ['out/', '.tsc/', 'node_modules/', 'test-results/'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-empty': ['error', { allowEmptyCatch: false }],
      'max-lines': ['error', { max: 260, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 45, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
    rules: { 'svelte/no-at-html-tags': 'error', 'max-lines-per-function': 'off' },
  },
  {
    files: ['src/domain/**', 'src/contract/**', 'electron/sync/**', 'electron/remote/**', 'electron/database/**'],
    rules: {
      'no-restricted-globals': ['error', ...injected],
      'no-restricted-properties': ['error', ...nowAndChance],
    },
  },
  // The tables and factories of prepared statements are lists, not logic.
  // These run from their top: what is only defined below is not there yet when it is called.
  {
    files: ['electron/launch/{start,dev,check,install}.mjs'],
    rules: { 'no-use-before-define': ['error', { functions: false }] },
  },
  { files: ['electron/database/**'], rules: { 'max-lines-per-function': ['error', { max: 120 }] } },
  { files: ['test/**'], rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' } },
);
