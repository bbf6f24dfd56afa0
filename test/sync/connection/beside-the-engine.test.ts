import { expect, test } from 'vitest';
import { parseIdList } from '../../../electron/sync/bulk/id-list.ts';
import { importFiles } from '../../../electron/sync/bulk/import-files.ts';
import { FakeService, fakeFile, fakeId } from '../../support/fake-service.ts';
import { linesHere } from '../../support/lines-here.ts';
import { added, profile } from '../../support/profile-world.ts';

/** An import of three files, whose first read is answered when the test says so, whether or not anybody still waits. */
async function importing() {
  const one = profile();
  const service = one.serviceAt('ann');
  const { id } = await added(one);
  await one.clock.settle();
  service.put(fakeFile(1), fakeFile(2), fakeFile(3));
  let reads = 0;
  const gate = Promise.withResolvers<void>();
  service.readFile = async (network, id) => {
    reads += 1;
    await gate.promise;
    return await FakeService.prototype.readFile.call(service, network, id, new AbortController().signal);
  };
  const running = one.connections.running(id)!;
  const listed = linesHere(parseIdList([1, 2, 3].map(fakeId).join('\n')));
  const imported = running.beside((signal) => importFiles(running.sync, listed, 'public', signal));
  await one.clock.settle();
  expect(reads).toBe(1);
  return { ...{ one, id, imported, running }, reads: () => reads, answer: () => gate.resolve() };
}

test('an import ends with the sign-out, which erases what came in meanwhile', async () => {
  const { one, id, imported, reads, answer } = await importing();
  const signedOut = one.connections.signOut(id, true);
  await one.clock.settle();
  answer();
  await signedOut;
  expect((await imported).lines.map(({ reason }) => reason?.kind ?? null)).toEqual([null, 'stopped', 'stopped']);
  expect([reads(), one.tables.files.count(id)]).toEqual([1, 0]);
});

test('work that begins after the end of its connection asks the service for nothing', async () => {
  const { one, id, imported, running, answer } = await importing();
  answer();
  await imported;
  await one.connections.signOut(id, false);
  expect(await running.beside(async (signal) => signal.aborted)).toBe(true);
});
