import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { licences } from '../../src/views/settings/licences.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

test('each licence is the one that the package names', () => {
  const named = z.object({ license: z.string() });
  const stated = Object.keys(licences).map((name) => [
    name,
    named.parse(read(`node_modules/${name}/package.json`)).license,
  ]);
  expect(Object.fromEntries(stated)).toEqual(licences);
});

test('no package that the app ships is left out', () => {
  const { dependencies } = z.object({ dependencies: z.record(z.string(), z.string()) }).parse(read('package.json'));
  expect(Object.keys(dependencies).filter((name) => !(name in licences))).toEqual([]);
});
