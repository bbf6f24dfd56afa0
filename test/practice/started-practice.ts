import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { startPractice, type PracticeOptions } from '../../electron/practice/server.ts';

/** A file record, as loosely as the tests need it; `z.unknown()` values keep a member named `__proto__` alive. */
export const fileRecord = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  cid: z.string(),
  keyvalues: z.custom<Readonly<Record<string, unknown>>>((value) => typeof value === 'object').nullish(),
  created_at: z.string(),
});

export const keyRecord = z.looseObject({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  max_uses: z.int().nullish(),
  uses: z.int(),
  revoked: z.boolean(),
});

export type FileRecord = z.infer<typeof fileRecord>;
export type KeyRecord = z.infer<typeof keyRecord>;

const oneFile = z.strictObject({ data: fileRecord });
const filesPage = z.strictObject({
  data: z.strictObject({ files: z.array(fileRecord), next_page_token: z.string().nullish() }),
});
const keysPage = z.strictObject({ keys: z.array(keyRecord), count: z.int() });

/** A practice service that closes when the test ends, and the questions that tests ask it. */
export async function startedPractice(options: Partial<PracticeOptions> = {}) {
  const practice = await startPractice({ databasePath: ':memory:', fileCount: 60, keyCount: 60, ...options });
  onTestFinished(() => practice.close());
  const ask = (path: string, init: RequestInit = {}, token = practice.tokens.admin): Promise<Response> =>
    fetch(practice.baseUrl + path, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...Object.fromEntries(new Headers(init.headers)) },
    });
  const put = (id: string, body: unknown, network = 'public'): Promise<Response> =>
    ask(`/files/${network}/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const questions = {
    ask,
    put,
    files: async (query = '', network = 'public') =>
      filesPage.parse(await (await ask(`/files/${network}${query}`)).json()).data,
    file: async (id: string) => oneFile.parse(await (await ask(`/files/public/${id}`)).json()).data,
    updated: async (id: string, body: unknown) => oneFile.parse(await (await put(id, body)).json()).data,
    keys: async (query = '') => keysPage.parse(await (await ask(`/api_keys${query}`)).json()),
  };
  const anyFile = async (): Promise<FileRecord> => (await questions.files('?limit=1')).files[0]!;
  return { ...practice, ...questions, anyFile };
}

/** Every key that a filter lets through, gathered by offset until a page is empty. */
export async function allKeys(
  practice: { keys(query: string): Promise<{ keys: KeyRecord[] }> },
  filter = '',
): Promise<KeyRecord[]> {
  const found: KeyRecord[] = [];
  for (;;) {
    const { keys } = await practice.keys(`?offset=${found.length}${filter}`);
    if (keys.length === 0) return found;
    found.push(...keys);
  }
}

/** The error body of a refused request. */
export async function refusal(response: Response): Promise<{ code: number; message: string }> {
  const shape = z.strictObject({ error: z.strictObject({ code: z.int(), message: z.string() }) });
  return shape.parse(await response.json()).error;
}
