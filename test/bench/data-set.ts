import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { accountShape, type AccountShape, makeAccount } from './made-up-account.ts';
import { keepPages } from './pages.ts';
import { startService } from './service.ts';
import { sourcesHash } from './sources-hash.ts';
import { work } from './work.ts';

/** Where everything made once of one account lies; each file exists only when it is complete. */
export type DataSet = {
  readonly records: number;
  readonly shape: AccountShape;
  /** The practice service's database. */
  readonly servicePath: string;
  /** What the service answers, page by page. */
  readonly pagesPath: string;
  /** The baseline's database, filled. */
  readonly rawPath: string;
  /** A profile after its first copy. */
  readonly profilePath: string;
};

const SEED = 20_260_101;

/** @param cache keeps data sets between runs; those of earlier sources and the same size are removed */
export function dataSetIn(cache: string, records: number, shape: AccountShape): DataSet {
  const account = sourcesHash('electron/practice/**/*.ts', 'test/bench/made-up-account.ts');
  const beginning = shape === 'usual' ? `${records}-` : `${shape}-${records}-`;
  const name = `${beginning}${account}`;
  const directory = join(cache, name);
  mkdirSync(directory, { recursive: true });
  const raw = `raw-${sourcesHash('test/bench/raw-{schema,ingest}.ts')}.db`;
  const profile = `profile-${sourcesHash('electron/{database,remote,sync,ipc,workers}/**/*.ts', 'electron/*.ts', 'src/domain/**/*.ts')}`;
  const outdated = (entry: string): boolean => /^(raw|profile)-/.test(entry) && ![raw, profile].includes(entry);
  const old = [
    ...readdirSync(cache).flatMap((entry) => (entry.startsWith(beginning) && entry !== name ? [entry] : [])),
    ...readdirSync(directory).flatMap((entry) => (outdated(entry) ? [join(name, entry)] : [])),
  ];
  for (const entry of old) rmSync(join(cache, entry), { recursive: true, force: true });
  return {
    ...{ records, shape },
    servicePath: join(directory, 'service.db'),
    pagesPath: join(directory, 'pages.txt'),
    rawPath: join(directory, raw),
    profilePath: join(directory, profile),
  };
}

/** Makes the account and its pages; in a process of its own because a million rows leave memory behind. */
export const makingAccount = work({
  name: 'makingAccount',
  module: import.meta.url,
  input: z.object({ servicePath: z.string(), pagesPath: z.string(), records: z.number(), shape: accountShape }),
  output: z.null(),
  run: async ({ servicePath, pagesPath, records, shape }) => {
    if (!existsSync(servicePath)) {
      const path = `${servicePath}.new`;
      for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
      makeAccount(path, SEED, records, shape);
      renameSync(path, servicePath);
    }
    if (existsSync(pagesPath)) return null;
    const service = await startService(servicePath);
    await keepPages(service, pagesPath);
    await service.close();
    return null;
  },
});
