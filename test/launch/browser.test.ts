import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from '../../electron/launch/project.mjs';
import { temporaryDirectory } from '../support/database.ts';

/** Unpacks into the folder for temporary files, as the package does; its program answers what it was given. */
const chromiumPackage = `
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
const executablePath = () => writeFileSync(join(tmpdir(), 'chromium'), '#!/bin/sh\\necho "$FONTCONFIG_FILE"\\n', { mode: 0o755 });
export default { executablePath };
export const inflate = () => undefined;
`;

// There is no such package for another system.
test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the Chromium among the packages runs from a folder with any signs in its name',
  () => {
    const project = join(temporaryDirectory(), `Ada's "files" & <more>`);
    const files = {
      'package.json': '{ "type": "module" }',
      'node_modules/@sparticuz/chromium/package.json': '{ "type": "module", "exports": "./index.js" }',
      'node_modules/@sparticuz/chromium/index.js': chromiumPackage,
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
    cpSync(join(root, 'electron/launch'), join(project, 'electron/launch'), { recursive: true });
    const finder = pathToFileURL(join(project, 'electron/launch/browser.mjs')).href;
    const code = `import { findHeadlessBrowser } from ${JSON.stringify(finder)}; process.stdout.write('\\n' + (await findHeadlessBrowser()));`;
    const { PINFOLD_CHROMIUM: _, ...env } = process.env;
    const found = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { env, encoding: 'utf8' });
    const cache = join(project, 'node_modules/.cache/pinfold-chromium');
    expect([found.stdout.split('\n').at(-1), found.stderr]).toEqual([join(cache, 'pinfold-chromium'), '']);
    expect(spawnSync(join(cache, 'pinfold-chromium'), { encoding: 'utf8' }).stdout).toBe(
      `${join(cache, 'fonts.conf')}\n`,
    );
    const fonts = readFileSync(join(cache, 'fonts.conf'), 'utf8');
    expect(fonts).toContain(`Ada's "files" &amp; &lt;more&gt;/node_modules/.cache/pinfold-chromium/fonts</dir>`);
  },
);
