import { describe, expect, test } from 'vitest';
import { parseIdList } from '../../../electron/sync/bulk/id-list.ts';
import { importFiles } from '../../../electron/sync/bulk/import-files.ts';
import { lastFailureOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { linesHere } from '../../support/lines-here.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, malformed, portal, tooLarge } from '../push/failures.ts';

const FILES = 6;

/** What became of the lines that name files 1 to 6, of which some fail. */
async function imported(failed: readonly number[], failure: RemoteFailure) {
  const world = new SyncWorld();
  world.fake.hasListing = false;
  const numbers = Array.from({ length: FILES }, (_, at) => at + 1);
  world.fake.put(...numbers.map((number) => fakeFile(number)));
  const ids = failed.map(fakeId);
  world.fake.faultOf = ({ input }) => (ids.some((id) => id === input[1]) ? failing(failure) : null);
  const listed = linesHere(parseIdList(numbers.map(fakeId).join('\n')));
  const { lines } = await importFiles(world.ports, listed, 'public', new AbortController().signal);
  return lines.map(({ reason }) => reason);
}

describe.each([answered(500), answered(403), malformed, tooLarge, portal])('a file that fails by %o', (failure) => {
  const told = { failure: lastFailureOf(failure) };

  test('costs no other file of the list', async () => {
    const reason = { kind: 'failed', ...told };
    expect(await imported([1, 2, 4], failure)).toEqual([reason, reason, null, reason, null, null]);
  });

  test('ends the import with the third of them in a row: it is not about these files', async () => {
    const [failed, notAsked] = [
      { kind: 'failed', ...told },
      { kind: 'notAsked', ...told },
    ];
    expect(await imported([2, 3, 4], failure)).toEqual([null, failed, failed, notAsked, notAsked, notAsked]);
  });
});

test.each([answered(401), answered(429), answered(503), answered(504)])(
  'what holds for the whole connection ends an import at once: %o',
  async (failure) => {
    const notAsked = { kind: 'notAsked', failure: lastFailureOf(failure) };
    expect(await imported([2], failure)).toEqual([null, ...Array.from({ length: FILES - 1 }, () => notAsked)]);
  },
);
