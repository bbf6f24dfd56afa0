/**
 * What runs npm with these words.
 *
 * @param {readonly string[]} words
 * @param {{ env?: NodeJS.ProcessEnv, node?: string, platform?: NodeJS.Platform }} [environment]
 * @returns {{ readonly program: string, readonly words: readonly string[], readonly shell: boolean }}
 */
export function npmCommand(words, environment = {}) {
  const { env = process.env, node = process.execPath, platform = process.platform } = environment;
  const npm = env['npm_execpath'];
  // `yarn start` names yarn there, and `pnpm start` pnpm: neither knows the lockfile, nor `npm ci`.
  if (npm !== undefined && /(?:^|[\\/])npm[^\\/]*\.js$/.test(npm))
    return { program: node, words: [npm, ...words], shell: false };
  if (platform !== 'win32') return { program: 'npm', words, shell: false };
  // A batch file there, which only a shell runs. Node joins words without quotes (Node.js, DEP0190).
  return { program: ['npm', ...words.map(quoted)].join(' '), words: [], shell: true };
}

/**
 * One word to `cmd.exe`. No path of Windows holds a quotation mark.
 *
 * @param {string} word
 */
const quoted = (word) => (/^[\w.:\\/=-]+$/.test(word) ? word : `"${word}"`);
