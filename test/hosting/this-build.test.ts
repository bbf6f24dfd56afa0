import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { thirdPartyNotices } from '../../electron/hosting/notices.ts';
import { thisBuild, versionText } from '../../electron/hosting/this-build.ts';
import { channelOf, commitOf } from '../../electron/package/commit.mjs';

const commit = '0123456789abcdef0123456789abcdef01234567';
const ours = { PINFOLD_REPOSITORY: 'someone/pinfold' };

test('the version says what a build was made from', () => {
  expect(versionText({ version: '1.2.0', commit, channel: 'stable' })).toBe(`Pinfold 1.2.0 (stable, commit ${commit})`);
  expect(versionText({ version: '1.2.0', commit: null, channel: 'beta' })).toBe('Pinfold 1.2.0 (beta)');
  expect(thisBuild).toMatchObject({ commit: null, channel: 'development' });
});

test('the commit is the one that a workflow names, or that the clone is at', () => {
  const nowhere = mkdtempSync(join(tmpdir(), 'pf-'));
  expect(commitOf({ GITHUB_SHA: commit }, nowhere)).toBe(commit);
  expect(commitOf({ GITHUB_SHA: '"; rm -rf ~' }, nowhere)).toBeNull();
  expect(commitOf({ GIT_DIR: '' }, nowhere)).toBeNull();
});

test('sources that were unpacked inside of another clone have no commit: that of their surroundings says nothing of them', () => {
  const clone = mkdtempSync(join(tmpdir(), 'pf-'));
  const git = (...words: string[]) =>
    spawnSync(
      'git',
      ['-c', 'commit.gpgsign=false', '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...words],
      {
        cwd: clone,
        encoding: 'utf8',
      },
    ).stdout.trim();
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message=dotfiles');
  const unpacked = join(clone, 'pinfold');
  mkdirSync(unpacked);
  expect([commitOf({}, clone), commitOf({}, unpacked)]).toEqual([git('rev-parse', 'HEAD'), null]);
});

test.each([
  ['1.2.0', ours, 'stable'],
  ['1.2.0-beta.3', ours, 'beta'],
  ['1.2.0-3', ours, 'stable'],
  ['1.2.0', {}, 'development'],
])('version %s made with %o is of the channel %s', (version, env, channel) => {
  expect(channelOf(version, env)).toBe(channel);
});

test('the notices are the text beside the build, and absent without one', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pf-'));
  expect(thirdPartyNotices(['/nowhere', directory])).toBeNull();
  writeFileSync(join(directory, 'third-party-notices.txt'), 'svelte 5 · MIT');
  expect(thirdPartyNotices(['/nowhere', directory])).toBe('svelte 5 · MIT');
});
