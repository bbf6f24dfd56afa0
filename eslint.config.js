import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const typed = '{electron,src,test}/**/*.ts';
const [, , strictTypeChecked] = ts.configs.strictTypeChecked;

/** Rules of `strictTypeChecked` that judge the style of right code, or cost more than they find here. */
const notHere = {
  // `() => void call()` and `() => call()` are how a callback says that nobody takes its answer.
  '@typescript-eslint/no-confusing-void-expression': 'off',
  '@typescript-eslint/no-meaningless-void-operator': 'off',
  // `Statement<[id: string], unknown>` names the row as unknown on purpose: a parser reads it.
  '@typescript-eslint/no-unnecessary-type-arguments': 'off',
  // Ports are records of closures, and none of their members reads `this`.
  '@typescript-eslint/unbound-method': 'off',
  // An async function without await turns a throw into a rejection, which is what a port that returns a promise owes.
  '@typescript-eslint/require-await': 'off',
  // `erasableSyntaxOnly` leaves no enum, and Hono's chained routes are instances that no constructor of that type made.
  '@typescript-eslint/no-unsafe-enum-assignment': 'off',
  '@typescript-eslint/no-unsafe-enum-comparison': 'off',
  '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
  '@typescript-eslint/no-invalid-void-type': 'off',
};

/** Time and chance are ports; a rule that reads them itself cannot be tested or replayed. */
const injected = {
  'no-restricted-globals': [
    'error',
    ...['setTimeout', 'setInterval'].map((name) => ({ name, message: 'Take a Clock.' })),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: 'Take a Clock.' },
    { object: 'performance', property: 'now', message: 'Take a Clock.' },
    { object: 'Math', property: 'random', message: 'Take a Random.' },
    { object: 'crypto', property: 'randomUUID', message: 'Take a Random.' },
    ...['setTimeout', 'setInterval'].map((property) => ({ object: 'globalThis', property, message: 'Take a Clock.' })),
    ...['setTimeout', 'setInterval'].map((property) => ({ object: 'window', property, message: 'Take a Clock.' })),
  ],
  'no-restricted-imports': [
    'error',
    { name: 'node:crypto', importNames: ['randomUUID', 'randomBytes', 'randomInt'], message: 'Take a Random.' },
    { name: 'node:timers', message: 'Take a Clock.' },
    { name: 'node:timers/promises', message: 'Take a Clock.' },
    { name: 'node:perf_hooks', message: 'Take a Clock.' },
  ],
  'no-restricted-syntax': [
    'error',
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Take a Clock.' },
    { selector: "CallExpression[callee.name='Date']", message: 'Take a Clock.' },
  ],
};

export default ts.config(
  { ignores: ['out/', 'dist/', '.tsc/', 'node_modules/', 'test-results/'] },
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
  // Types come from one program over all TypeScript: a program for each of the six projects takes twice the time, and
  // components give theirs to svelte-check.
  {
    files: [typed],
    languageOptions: {
      parser: ts.parser,
      parserOptions: { project: 'test/tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      ...strictTypeChecked.rules,
      ...notHere,
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Spreading a text gives its code points, and that is what it is spread for.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
    },
  },
  // A cast believes what nobody checked. The few that stand say in their line why they are right; `as const` is none.
  {
    files: ['{electron,src}/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] },
  },
  {
    files: ['**/*.svelte'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
    rules: { 'svelte/no-at-html-tags': 'error' },
  },
  { files: ['**/*.svelte'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: ['src/{domain,contract,state}/**', 'electron/{sync,remote,database,ipc,export,hosting}/**'],
    ignores: ['src/state/app/clock.svelte.ts', 'electron/hosting/clock.ts'],
    rules: injected,
  },
  // These run from their top: what is only defined below is not there yet when it is called.
  {
    files: ['electron/launch/{start,dev,check,install}.mjs'],
    rules: { 'no-use-before-define': ['error', { functions: false }] },
  },
  { files: ['test/**'], rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' } },
  // A matcher and parsed JSON are `any`, and the assertion they stand in is the check of them.
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // JSON.stringify(undefined) is undefined, which its type leaves out.
      '@typescript-eslint/no-unnecessary-condition': 'off',
    },
  },
);
