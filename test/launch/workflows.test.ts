import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FIRST_SEED_OF_ALL_ACTIONS, FIRST_SEED_OF_RULE_CHANGES } from '../simulation/seed-ranges.ts';
import { scripts } from '../../package.json' with { type: 'json' };

const folder = join(import.meta.dirname, '../../.github/workflows');
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const textOf = (wanted: string): string => workflows.find(({ name }) => name === wanted)?.text ?? '';
const timesIn = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

test('there are workflows to look at', () => {
  expect(workflows.map(({ name }) => name)).toEqual(['ci.yml', 'nightly.yml', 'release.yml']);
});

test('each part of npm test is a job of its own, and long proofs and an audit of the dependencies run at night', () => {
  const commands = (workflow: string): (string | undefined)[] => {
    return [...textOf(workflow).matchAll(/npm (test -- [\w-]+|run \w+|audit.*)/g)].map(([, command]) => command);
  };
  expect(new Set(commands('ci.yml'))).toEqual(new Set(['test -- static', 'test -- unit', 'test -- end-to-end']));
  const audits = ['audit --audit-level=moderate', 'audit signatures'];
  expect(commands('nightly.yml')).toEqual([
    'run simulate',
    'run simulate',
    'run simulate',
    'run fuzz',
    'run torture',
    'run workstations',
    'run soak',
    'test -- end-to-end',
    'test -- end-to-end',
    'test -- end-to-end',
    'run bench',
    'run mutants',
    ...audits,
  ]);
});

test('a bar that a hosted machine misses hides no row that broke', () => {
  expect(workflows.find(({ name }) => name === 'nightly.yml')?.text).toContain(
    'npm run bench -- --allow-missed --write',
  );
});

test('each night plays seeds that no night before it played', () => {
  const seeded = [...textOf('nightly.yml').matchAll(/npm run (\w+) .*--(?:from|seed) (\S+)/g)].map(
    ([, ...words]) => words,
  );
  expect(seeded).toEqual([
    ['simulate', '$((NIGHT%900*100000+1))'],
    ['simulate', '$((100000000+NIGHT%900*100000+1))'],
    ['simulate', '$((200000000+NIGHT%900*100000+1))'],
    ['fuzz', '${NIGHT}'],
    ['torture', '${NIGHT}'],
    ['workstations', '${NIGHT}001'],
    ['soak', '${NIGHT}'],
  ]);
  expect(textOf('nightly.yml')).toContain('NIGHT: ${{ github.run_number }}\n');
});

test('the seeds of a night are seeds that the simulation takes, in the range that they are for', () => {
  const ranges = [...textOf('nightly.yml').matchAll(/--seeds (\d+) --from \$\(\((?:(\d+)\+)?NIGHT%900\*(\d+)\+1\)\)/g)];
  const firstOf = [1, FIRST_SEED_OF_ALL_ACTIONS, FIRST_SEED_OF_RULE_CHANGES];
  expect(ranges).toHaveLength(firstOf.length);
  for (const [place, [, seeds, start = '0', step]] of ranges.entries()) {
    expect(Number(seeds)).toBeLessThanOrEqual(Number(step));
    const last = Number(start) + 899 * Number(step) + Number(seeds);
    expect(Number(start) + 1).toBeGreaterThanOrEqual(firstOf[place]!);
    expect(last).toBeLessThan(firstOf[place + 1] ?? 1_000_000_000);
  }
});

test('what a failed run leaves is kept, also of one that hung until its time was over', () => {
  const kept = (name: string) =>
    timesIn(textOf(name), /upload-artifact@.*\n(?: +#.*\n)? +if: (?:always\(\)|failure\(\) \|\| cancelled\(\))\n/g);
  expect(['ci.yml', 'nightly.yml', 'release.yml'].map(kept)).toEqual([2, 2, 1]);
  // The draft takes all that is called packages.
  expect(textOf('release.yml')).toMatch(/name: test-results-.*\n +path: test-results\n/);
  for (const name of ['ci.yml', 'nightly.yml']) expect(textOf(name)).toContain("PINFOLD_TRACE: '1'");
});

test('what tests need of the system is installed from a list of today', () => {
  const all = workflows.map(({ text }) => text).join('\n');
  expect(timesIn(all, /sudo apt-get install/g)).toBe(
    timesIn(all, /sudo apt-get update(?: &&|\n +) ?sudo apt-get install/g),
  );
  expect(textOf('ci.yml')).toMatch(/apt-get install --yes strace\n +- run: npm test -- unit\n/);
});

describe.each(workflows)('$name', ({ name, text }) => {
  test('runs every action at a commit, and says which version that is', () => {
    const used = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([]);
  });

  test('may read the repository, and more in the job alone that makes a release; leaves no credentials behind', () => {
    expect(text).toContain('\npermissions:\n  contents: read\n');
    expect(timesIn(text, /permissions:/g)).toBe(name === 'release.yml' ? 2 : 1);
    expect(timesIn(text, /: write/g)).toBe(name === 'release.yml' ? 3 : 0);
    expect(timesIn(text, /persist-credentials: false/g)).toBe(timesIn(text, /actions\/checkout@/g));
  });

  test('ends an older run of the same branch, and every job that hangs', () => {
    expect(text).toContain('cancel-in-progress: true');
    expect(timesIn(text, /timeout-minutes:/g)).toBe(timesIn(text, /runs-on:/g));
  });
});

describe('a release', () => {
  const text = textOf('release.yml');
  const [before = '', draft = ''] = text.split('\n  draft:\n');

  test('is a draft, made after everything else went well', () => {
    expect(draft).toContain('needs: [same-twice, package, web-host]');
    expect(timesIn(text, /gh release create .* --draft /g)).toBe(1);
    expect(timesIn(text, /gh release|--publish|npm publish/g)).toBe(1);
    expect(before).not.toContain(': write');
  });

  test('of a version like 1.2.0-beta.1 is a pre-release, and never the latest one, where installed programs look', () => {
    expect(draft).toContain("IS_PRERELEASE: ${{ contains(github.ref_name, '-') }}\n");
    expect(draft).toMatch(/gh release create "\$TAG" .* --prerelease="\$IS_PRERELEASE" /);
  });

  test('has the version that its tag names', () => {
    const [twice = ''] = before.split('\n  package:\n');
    expect(twice).toContain('TAG: ${{ github.ref_name }}\n');
    expect(twice).toContain('[ "$TAG" = "v$version" ]');
  });

  test('takes its notes from the tag inside a clone, where alone the tag can be read', () => {
    expect(draft).toMatch(
      /working-directory: sources\n +run: gh release create "\$TAG" \.\.\/assets\/\* .*--notes-from-tag/,
    );
    expect(draft).not.toContain('--repo ');
  });

  test('packs each system on machines of both architectures, and tests what it installed', () => {
    const kinds = [...text.matchAll(/kinds: (.*) }/g)].map(([, kind]) => kind);
    const wanted = ['--linux', '--win', '--mac'].flatMap((system) => [`${system} --x64`, `${system} --arm64`]);
    expect(kinds).toEqual(wanted);
    expect(timesIn(before, /PINFOLD_PACKAGED_APP=/g)).toBe(3);
    expect(before.indexOf('PINFOLD_PACKAGED_APP=')).toBeLessThan(before.indexOf('npm test -- end-to-end'));
  });

  test('fetches a browser for the one system that has none and for which the packages bring none', () => {
    const fetching = /if: matrix\.os == 'ubuntu-24\.04-arm'\n +run: npx playwright install --with-deps chromium\n/;
    expect(before).toMatch(fetching);
    expect(before.search(fetching)).toBeLessThan(before.indexOf('npm test -- end-to-end'));
  });

  test('takes each secret by name, in the step that needs it, and none in a command', () => {
    const secrets = [
      ...text.matchAll(/^ {10}(\w+): \$\{\{ (?:runner\.os == '(\w+)' && )?secrets\.(\w+)(?: \|\| '')? }}$/gm),
    ];
    expect(secrets.length).toBe(timesIn(text, /secrets\./g));
    expect(secrets.filter(([, variable, , secret]) => variable !== secret)).toEqual([]);
    expect(secrets.map(([, variable, system = 'any']) => `${system}: ${variable}`)).toEqual([
      'macOS: CSC_LINK',
      'macOS: CSC_KEY_PASSWORD',
      'macOS: APPLE_API_KEY',
      'macOS: APPLE_API_KEY_ID',
      'macOS: APPLE_API_ISSUER',
      // On Windows the builder takes CSC_LINK where it finds no WIN_CSC_LINK, and would sign with the certificate of Apple.
      'Windows: WIN_CSC_LINK',
      'Windows: WIN_CSC_KEY_PASSWORD',
      'any: PINFOLD_UPDATE_PRIVATE_KEY',
    ]);
  });

  test('leaves it to the program that packs whether an identity is looked for: without that, no certificate is used', () => {
    expect(text).not.toContain('CSC_IDENTITY_AUTO_DISCOVERY');
  });

  test('signs the feed before the checksums are made, with a key that no other step sees', () => {
    expect(timesIn(text, /secrets\.PINFOLD_UPDATE_PRIVATE_KEY/g)).toBe(1);
    expect(draft).toMatch(
      / {10}PINFOLD_UPDATE_PRIVATE_KEY: .*\n +run: node sources\/electron\/package\/update-feed.mjs assets\n/,
    );
    expect(draft.indexOf('update-feed.mjs')).toBeLessThan(draft.indexOf('sha256sum'));
    expect(text).toContain('PINFOLD_UPDATE_PUBLIC_KEY: ${{ vars.PINFOLD_UPDATE_PUBLIC_KEY }}');
  });

  test('takes no text of others into a command', () => {
    const commands = [...text.matchAll(/run: (?:\|\n((?: {10}.*\n)+)|(.*))/g)].map(
      ([, block, line]) => block ?? line ?? '',
    );
    const inserted = commands.flatMap((command) =>
      [...command.matchAll(/\$\{\{ ([\w.]+) }}/g)].map(([, what]) => what),
    );
    expect(inserted).toEqual(['matrix.kinds']);
  });
});

test('every command and script that a workflow runs is there', () => {
  const all = workflows.map(({ text }) => text).join('\n');
  for (const [, script = ''] of all.matchAll(/npm run (\w+)/g)) expect(Object.keys(scripts)).toContain(script);
  for (const [, path = ''] of all.matchAll(/node (?:sources\/)?((?:electron|test)\/\S+)/g))
    expect([path, existsSync(path)]).toEqual([path, true]);
});
