#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { isNewEnough, tooOldText } from './node.mjs';
import { inProject } from './project.mjs';

/** The command of the npm package: the web host, run by the Node that is installed. */

if (isNewEnough(process.versions.node)) await open();
else leave(tooOldText(process.versions.node), 1);

async function open() {
  // Imported here: the options need what an old Node lacks, which would end the command before it says that it is too old.
  const { helpText, parseOptions } = await import('./options.mjs');
  const parsed = parseOptions(process.argv.slice(2));
  const program = inProject('out/main/serve.js');
  if (parsed.ok && parsed.options.help) process.stdout.write(`${helpText('pinfold')}\n`);
  else if (!existsSync(program)) leave('This package was made without the built app. Install another one.', 1);
  else await import(pathToFileURL(program).href);
}

/**
 * @param {string} sentence
 * @param {number} code
 */
function leave(sentence, code) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = code;
}
