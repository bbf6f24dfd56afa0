import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Entrance } from '../../electron/web-host/entrance.ts';
import { temporaryDirectory } from '../support/database.ts';

const ADDRESS = 'http://127.0.0.1:4444/enter/secret';

/** An entrance whose minute is over when the test says so. */
function entranceOf(remove: (path: string) => Promise<void>) {
  const profile = temporaryDirectory();
  const reported: unknown[] = [];
  const over: (() => void)[] = [];
  const after = (_waitMs: number, work: () => void): void => void over.push(work);
  const entrance = new Entrance(profile, (error) => void reported.push(error), { remove, after });
  return { profile, entrance, reported, endMinute: () => over.splice(0).forEach((work) => work()) };
}

test('a page goes once its address is not valid any more', async () => {
  const removed = Promise.withResolvers<string>();
  const { entrance, endMinute } = entranceOf((path) => Promise.resolve(removed.resolve(path)));
  const page = await entrance.writePage(ADDRESS);
  endMinute();
  expect(await removed.promise).toBe(page);
});

test('a disk that keeps a page is told, and the host goes on', async () => {
  const refused = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
  const { profile, entrance, reported, endMinute } = entranceOf(() => Promise.reject(refused));
  await entrance.writePage(ADDRESS);
  endMinute();
  await expect.poll(() => reported).toEqual([refused]);
  expect(existsSync(join(profile, 'entrance', 'open.html'))).toBe(true);
});

test('the end of the host does not wait for a page that the disk keeps', async () => {
  const refused = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
  const { entrance, reported } = entranceOf(() => Promise.reject(refused));
  const stop = entrance.answerRequests(() => ADDRESS);
  await entrance.writePage(ADDRESS);
  await stop();
  expect(reported).toEqual([refused]);
});

test.each(['http://127.0.0.1:4444/enter/one', 'http://127.0.0.1/enter/two'])(
  'a second start gets the address %s from the page that the running host wrote',
  async (address) => {
    const { profile, entrance } = entranceOf(() => Promise.resolve());
    await entrance.writePage(address);
    const answered = (): Promise<void> => Promise.resolve(rmSync(join(profile, 'entrance', 'request')));
    expect(await entrance.request(answered)).toBe(address);
  },
);

test('a second start that may not leave a request gets no address, and the reason is told', async () => {
  const { profile, entrance, reported } = entranceOf(() => Promise.resolve());
  writeFileSync(join(profile, 'entrance'), 'where the folder of requests would be');
  expect(await entrance.request(() => Promise.resolve())).toBe(null);
  expect(reported).toEqual([expect.objectContaining({ code: expect.stringMatching(/^(EEXIST|ENOTDIR)$/) })]);
});

test('a request that nobody answers goes with the start that made it', async () => {
  const removed: string[] = [];
  const { profile, entrance } = entranceOf((path) => Promise.resolve(void removed.push(path)));
  await entrance.writePage(ADDRESS);
  expect(await entrance.request(() => Promise.resolve())).toBe(null);
  expect(removed).toEqual([join(profile, 'entrance', 'request')]);
});

test('a request that was made before the host watched for any is answered', async () => {
  const { profile, entrance } = entranceOf(() => Promise.resolve());
  mkdirSync(join(profile, 'entrance'));
  writeFileSync(join(profile, 'entrance', 'request'), '');
  const stop = entrance.answerRequests(() => ADDRESS);
  await expect.poll(() => existsSync(join(profile, 'entrance', 'open.html'))).toBe(true);
  await stop();
});
