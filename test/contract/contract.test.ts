import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startPractice, type PracticeServer } from '../../electron/practice/server.ts';
import type { FaultSettingsChange } from '../../electron/practice/faults/fault-settings.ts';
import { outcomeOf, type Subject } from './check.ts';
import { contract } from './contract.ts';
import { sabotages } from './sabotages.ts';

const listed = z.object({
  data: z.object({
    files: z.array(
      z.object({
        id: z.string(),
        name: z.string().nullish(),
        cid: z.string(),
        keyvalues: z.record(z.string(), z.string()).nullish(),
      }),
    ),
  }),
});

/** A subject for which no check has to be skipped: a named file with metadata and signed content. */
async function subjectIn(practice: PracticeServer): Promise<Subject> {
  const { baseUrl, tokens } = practice;
  const headers = { Authorization: `Bearer ${tokens.admin}` };
  const get = (path: string) => fetch(baseUrl + path, { headers });
  const { files } = listed.parse(await (await get('/files/public?limit=1000')).json()).data;
  for (const { id, name, cid, keyvalues } of files) {
    const isFull = typeof name === 'string' && Object.keys(keyvalues ?? {}).length > 0;
    if (!isFull || (await get(`/files/public/signature/${cid}`)).status !== 200) continue;
    const subject = { baseUrl, token: tokens.admin, unscopedToken: tokens.noSignatures, network: 'public' } as const;
    return { ...subject, fetch, writeFileId: id, cid };
  }
  throw new Error('No named and signed file with metadata');
}

const POSITIONS: readonly { readonly name: string; readonly switches: FaultSettingsChange }[] = [
  { name: 'as it is at first', switches: {} },
  { name: 'without the extensions', switches: { listing: false, readById: false } },
  { name: 'replacing metadata', switches: { keyvaluesMode: 'replace' } },
  { name: 'merging metadata without removal', switches: { keyvaluesMode: 'mergeRefusingNull' } },
  { name: 'taking null for text', switches: { keyvaluesMode: 'mergeNullAsText', wrongShapes: 'ignore' } },
  { name: 'listing revoked keys too', switches: { unfilteredIncludesRevoked: true } },
  { name: 'with small pages counted singly', switches: { countMeans: 'page', keysPageSize: 3 } },
  { name: 'with members nobody knows', switches: { unknownMembers: true, keySecretsInList: true } },
  { name: 'with misleading refusals', switches: { wrongScopeStatus: 401, unsignedAnswer: 'emptyData' } },
];

async function started(): Promise<{ practice: PracticeServer; subject: Subject }> {
  const practice = await startPractice({ databasePath: ':memory:', fileCount: 60, keyCount: 60 });
  return { practice, subject: await subjectIn(practice) };
}

describe.each(POSITIONS)('the practice service $name', ({ switches }) => {
  let practice: PracticeServer;
  let subject: Subject;
  beforeAll(async () => {
    ({ practice, subject } = await started());
    practice.control.changeSettings(switches);
  });
  afterAll(() => practice.close());

  it.each(contract)('holds: $name', async (check) => {
    expect(await outcomeOf(check, subject)).toEqual({ kind: 'passed' });
  });

  it('has met no bug of its own and is as it was', () => {
    expect(practice.control.requests(5_000).filter(({ bug }) => bug !== null)).toEqual([]);
  });
});

describe('a service that is broken', () => {
  let practice: PracticeServer;
  let subject: Subject;
  beforeAll(async () => {
    ({ practice, subject } = await started());
  });
  afterAll(() => practice.close());

  it.each(sabotages)('is found out: $name', async ({ spoil, noticedBy }) => {
    const broken = spoil(subject);
    const failed: string[] = [];
    for (const check of contract) {
      if ((await outcomeOf(check, broken)).kind === 'failed') failed.push(check.name);
    }
    expect(failed.sort()).toEqual([...noticedBy].sort());
    practice.control.reset();
  });

  it('is found out by every check in some way', () => {
    const notices = new Set(sabotages.flatMap(({ noticedBy }) => noticedBy));
    expect(contract.map(({ name }) => name).filter((name) => !notices.has(name))).toEqual([]);
  });
});

it('skips what cannot be examined, and sends no update with the token, when no file may be written', async () => {
  const { practice, subject } = await started();
  practice.control.forgetRequests();
  const kinds = new Set<string>();
  for (const check of contract) {
    kinds.add((await outcomeOf(check, { ...subject, writeFileId: null, cid: null, unscopedToken: null })).kind);
  }
  expect([...kinds].sort()).toEqual(['passed', 'skipped']);
  const updates = practice.control.requests(5_000).filter(({ method }) => method === 'PUT');
  expect(updates.every(({ status }) => status === 401)).toBe(true);
  await practice.close();
});
