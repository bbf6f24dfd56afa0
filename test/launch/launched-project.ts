import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../electron/launch/project.mjs';
import { temporaryDirectory } from '../support/database.ts';

/** A project of the launcher and these files, whose packages are installed, and which a builder without work builds. */
export function projectOf(files: Readonly<Record<string, string>>): string {
  const project = temporaryDirectory();
  cpSync(join(root, 'electron/launch'), join(project, 'electron/launch'), { recursive: true });
  const installed = {
    'package.json': '{ "type": "module" }',
    'package-lock.json': '{ "packages": {} }',
    'node_modules/.package-lock.json': '{ "packages": {} }',
    'node_modules/electron-vite/bin/electron-vite.js': '',
  };
  for (const [path, text] of Object.entries({ ...installed, ...files })) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  return project;
}
