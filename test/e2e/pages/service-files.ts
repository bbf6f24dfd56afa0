import { join } from 'node:path';
import { expect } from 'playwright/test';
import { filesTable } from '../../../electron/practice/tables/files-table.ts';
import { fileRecord, type StoredFile } from '../../../electron/practice/tables/records.ts';
import { openPracticeDatabase } from '../../../electron/practice/tables/schema.ts';
import type { PracticeServer } from '../../../electron/practice/server.ts';

/** A file as a service holds it. */
export type ServiceFile = {
  readonly id: string;
  readonly name: string | null;
  readonly keyvalues: Readonly<Record<string, string>> | null;
};

type Wanted = { readonly name: string; readonly keyvalues?: Readonly<Record<string, string>> };

/** Files of the public network, each given its name and metadata for this test. */
export async function namedFiles(service: PracticeServer, wanted: readonly Wanted[]): Promise<ServiceFile[]> {
  const listed = await listedFiles(service, 'public');
  return wanted.map(({ name, keyvalues = {} }, place) => {
    const { id, keyvalues: before } = listed[place]!;
    const removed = Object.fromEntries(Object.keys(before ?? {}).map((key) => [key, null]));
    service.control.editFile({ id, name, keyvalues: { ...removed, ...keyvalues } });
    return { id, name, keyvalues };
  });
}

/** The first page of a network's files. */
export async function listedFiles(service: PracticeServer, network: 'public' | 'private'): Promise<ServiceFile[]> {
  const { data } = await askService<{ data: { files: ServiceFile[] } }>(service, `/files/${network}`);
  return data.files;
}

export async function askService<Answer>({ baseUrl, tokens }: PracticeServer, path: string): Promise<Answer> {
  const answer = await fetch(`${baseUrl}${path}`, { headers: { Authorization: `Bearer ${tokens.admin}` } });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Answer;
}

/** How often the service was asked to change a file, and how often it did. */
export function updatesOf(service: PracticeServer, id: string): { readonly asked: number; readonly applied: number } {
  const updates = service.control.requests().filter(({ method, path }) => method === 'PUT' && path.includes(id));
  return { asked: updates.length, applied: updates.filter(({ applied }) => applied).length };
}

/** What the practice service inside the app holds, read from its own database and not through the app. */
export function practiceFiles(profileDirectory: string) {
  const reading = <Result>(read: (files: ReturnType<typeof filesTable>) => Result): Result => {
    const database = openPracticeDatabase(join(profileDirectory, 'practice.db'));
    try {
      return read(filesTable(database));
    } finally {
      database.close();
    }
  };
  return {
    byId: (id: string): Readonly<Record<string, unknown>> | null => {
      const file = reading((files) => files.byId(id));
      return file && fileRecord(file);
    },
    /** Public files for which this is so, newest first. */
    where: (isWanted: (file: StoredFile) => boolean): StoredFile[] =>
      reading((files) => files.page('public', 'DESC', null, 1_000).map(({ file }) => file)).filter(isWanted),
  };
}
