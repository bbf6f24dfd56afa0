import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import configuration from '../../electron/package/builder-config.mjs';

/** What is asked for, by platform, then by the builder's number of a processor: the kinds of packages. */
type Targets = ReadonlyMap<{ readonly buildConfigurationKey: 'linux' | 'mac' | 'win' }, ReadonlyMap<number, string[]>>;
type Packager = { readonly platformSpecificBuildOptions: object; readonly defaultTarget: readonly string[] };
type Builder = { readonly normalizeOptions: (words: object) => { readonly targets: Targets } };
type Library = {
  readonly computeArchToTargetNamesMap: (
    asked: ReadonlyMap<number, string[]>,
    packager: Packager,
    platform: object,
  ) => ReadonlyMap<number, string[]>;
};

const ours = createRequire(import.meta.url);
const builder = ours('electron-builder/out/builder.js') as Builder;
const library = createRequire(ours.resolve('electron-builder'));
const { computeArchToTargetNamesMap } = library('app-builder-lib/out/targets/targetFactory.js') as Library;
const { Arch: processors } = library('builder-util') as { readonly Arch: Readonly<Record<number, string>> };

/** The processors that the builder packs for, as it takes what was said on its command line. */
function packedFor(words: object): readonly (string | undefined)[] {
  const { targets } = builder.normalizeOptions(words);
  return [...targets].flatMap(([platform, asked]) => {
    const platformSpecificBuildOptions = configuration[platform.buildConfigurationKey] ?? {};
    const packager = { platformSpecificBuildOptions, defaultTarget: [] };
    return [...computeArchToTargetNamesMap(asked, packager, platform).keys()].map((number) => processors[number]);
  });
}

test.each(['linux', 'mac', 'win'])(
  'a package for %s is made for the processor that was asked for, and no other',
  (system) => {
    expect(packedFor({ [system]: [], x64: true })).toEqual(['x64']);
    expect(packedFor({ [system]: [], arm64: true })).toEqual(['arm64']);
  },
);

test('without a word a package is made for the processor of this machine', () => {
  expect(packedFor({})).toEqual([process.arch]);
  expect(packedFor({ dir: true })).toEqual([process.arch]);
});
