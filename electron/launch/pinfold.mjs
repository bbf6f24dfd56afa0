#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { isNewEnough, tooOldText } from './node.mjs';
import { helpText, parseOptions } from './options.mjs';
import { inProject } from './project.mjs';

/** The command of the npm package: the web host, run by the Node that is installed. */

const words = process.argv.slice(2);
const parsed = parseOptions(words);
const program = inProject('out/main/serve.js');
if (!isNewEnough(process.versions.node)) leave(tooOldText(process.versions.node), 1);
else if (parsed.ok && parsed.options.help) process.stdout.write(`${helpText('pinfold')}\n`);
else if (!existsSync(program)) leave('This package was made without the built app. Install another one.', 1);
else await import(pathToFileURL(program).href);

/**
 * @param {string} sentence
 * @param {number} code
 */
function leave(sentence, code) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = code;
}
