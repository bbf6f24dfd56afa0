import { expect, it } from 'vitest';
import { startedPractice, type FileRecord } from './started-practice.ts';

type Practice = Awaited<ReturnType<typeof startedPractice>>;

async function allFiles(practice: Practice, network: string, query: string): Promise<FileRecord[]> {
  const found: FileRecord[] = [];
  let pageToken = '';
  for (;;) {
    const page = await practice.files(`?${query}&pageToken=${encodeURIComponent(pageToken)}`, network);
    found.push(...page.files);
    if (!page.next_page_token) return found;
    pageToken = page.next_page_token;
  }
}

it('lists every file of both networks once, in the order of creation', async () => {
  const practice = await startedPractice({ fileCount: 250 });
  const publicFiles = await allFiles(practice, 'public', 'limit=30&order=ASC');
  const privateFiles = await allFiles(practice, 'private', 'limit=30&order=ASC');
  const ids = [...publicFiles, ...privateFiles].map(({ id }) => id);
  const created = publicFiles.map(({ created_at }) => created_at);
  expect(new Set(ids).size).toBe(250);
  expect(created).toEqual(created.toSorted());
  expect((await allFiles(practice, 'public', 'limit=30&order=DESC')).map(({ id }) => id)).toEqual(
    publicFiles.map(({ id }) => id).reverse(),
  );
});

it('ends exactly at the last file, without an empty page', async () => {
  const practice = await startedPractice();
  const all = await allFiles(practice, 'public', 'limit=1000');
  const page = await practice.files(`?limit=${all.length}`);
  expect(page).toEqual({ files: all, next_page_token: null });
});

it.each([
  ['null', null],
  ['empty', ''],
  ['absent', undefined],
] as const)('says the end of the list by %s', async (lastPageToken, token) => {
  const practice = await startedPractice({ switches: { lastPageToken } });
  expect((await practice.files('?limit=1000')).next_page_token).toBe(token);
});

it('goes on where it was although files come and go meanwhile', async () => {
  const practice = await startedPractice();
  const before = await allFiles(practice, 'public', 'order=ASC');
  const first = await practice.files('?limit=5&order=ASC');
  practice.control.deleteFile(before[2]!.id);
  practice.control.addFiles(20);
  const second = await practice.files(`?limit=5&order=ASC&pageToken=${first.next_page_token}`);
  expect(second.files).toEqual(before.slice(5, 10));
});

it.each(['limit=0', 'limit=1001', 'limit=x', 'order=SIDEWAYS', 'pageToken=nonsense', 'pageToken=YWZ0ZXI'])(
  'refuses the query %s',
  async (query) => {
    const practice = await startedPractice();
    expect((await practice.ask(`/files/public?${query}`)).status).toBe(400);
  },
);

it('refuses the page token of another listing', async () => {
  const practice = await startedPractice();
  const { next_page_token } = await practice.files('?limit=1&order=ASC');
  expect((await practice.ask(`/files/private?order=ASC&pageToken=${next_page_token}`)).status).toBe(400);
  expect((await practice.ask(`/files/public?order=DESC&pageToken=${next_page_token}`)).status).toBe(400);
});

it('is absent when the settings say so, as is reading one file', async () => {
  const practice = await startedPractice({ switches: { listing: false } });
  const { id } = await startedPractice().then((other) => other.anyFile());
  expect((await practice.ask('/files/public')).status).toBe(404);
  expect((await practice.ask('/files/public', { method: 'POST' })).status).toBe(404);
  expect((await practice.ask(`/files/public/${id}`)).status).toBe(200);
  practice.control.changeSettings({ readById: false });
  expect((await practice.ask(`/files/public/${id}`)).status).toBe(404);
  expect((await practice.put(id, {})).status).toBe(200);
});

it('adds unknown fields when the settings say so', async () => {
  const practice = await startedPractice({ switches: { unknownMembers: true } });
  expect(await practice.anyFile()).toHaveProperty('region');
});

it.each([{}, { unknownMembers: true }, { staleReadsMs: 60_000 }])(
  'says of a file in a list, byte for byte, what it says of it by itself (%o)',
  async (switches) => {
    const practice = await startedPractice({ switches });
    const { id: of, keyvalues: before } = await practice.anyFile();
    const emptied = Object.fromEntries(Object.keys(before ?? {}).map((key) => [key, null]));
    const odd = { '"keyvalues":0': '$&', __proto: '\u2028', '7': '\ud800' };
    practice.control.editFile({ id: of, name: 'a "keyvalues":0 $& \\', keyvalues: { ...emptied, ...odd } });
    const list = await (await practice.ask('/files/public?limit=1000')).text();
    const { files } = await practice.files('?limit=1000');
    expect(files.map(({ keyvalues }) => keyvalues)).toContainEqual(odd);
    expect(files.some(({ keyvalues }) => Object.keys(keyvalues ?? {}).length === 0)).toBe(true);
    for (const { id } of files) {
      const single = await (await practice.ask(`/files/public/${id}`)).text();
      expect(list).toContain(single.slice('{"data":'.length, -1));
    }
    expect(JSON.stringify(JSON.parse(list))).toBe(list);
  },
);
