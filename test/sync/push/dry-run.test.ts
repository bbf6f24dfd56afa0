import { describe, expect, test } from 'vitest';
import { answerDryRun } from '../../../electron/ipc/changes/change-handlers.ts';
import { dryRun } from '../../../electron/sync/push/dry-run.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { answered, failing, noAnswer } from './failures.ts';
import { everyKind, inMemorySync, offline, online, run, verdicts } from './dry-runs.ts';
import { InMemorySync } from '../in-memory-sync.ts';

describe('a dry run', () => {
  test('says of every waiting file what sending would do, field by field', async () => {
    const one = await everyKind();
    const { against, asOfMs, lines } = await run(one);
    expect([against, asOfMs]).toEqual(['service', one.world.clock.nowMs()]);
    const of = (file: number) => lines.find(({ key }) => key.id === fakeId(file));
    expect([1, 2, 3, 4, 5].map((file) => of(file)?.verdict)).toEqual([
      'wouldApply',
      'alreadyThere',
      'conflict',
      'gone',
      undefined,
    ]);
    expect(of(3)!.fields).toEqual([
      { field: 'name', base: 'file 3', mine: 'mine 3', server: 'theirs', verdict: 'conflict' },
      { field: 'key:a', base: null, mine: 'x', server: null, verdict: 'wouldApply' },
    ]);
  });

  test('is what sending then does', async () => {
    const one = await everyKind();
    const told = await verdicts(one);
    await one.world.push();
    await one.world.clock.advance(60_000);
    await one.world.push();
    const ends = [1, 2, 3, 4].map((file) => {
      const open = one.world.open(file).map(({ status }) => status);
      return open.length === 0 ? one.world.served(file)!.name : open[0];
    });
    expect(told).toEqual([
      [1, 'wouldApply'],
      [2, 'alreadyThere'],
      [3, 'conflict'],
      [4, 'gone'],
    ]);
    expect(ends).toEqual(['mine 1', 'mine 2', 'conflicted', 'gone']);
  });

  test.each([
    ['mineWins', 'wouldApply', ['mine 3', 'settled']],
    ['serverWins', 'wouldGiveWay', ['theirs', 'discarded']],
  ] as const)('asks a person nothing that the rule %s decides', async (conflictRule, verdict, [name, status]) => {
    const one = await everyKind();
    one.world.connection = { ...one.world.connection, conflictRule };
    const { lines } = await run(one);
    const line = lines.find(({ key }) => key.id === fakeId(3));
    expect([line?.verdict, line?.fields.map((each) => each.verdict)]).toEqual([verdict, [verdict, 'wouldApply']]);
    const [edit] = one.world.outbox.openEdits(one.world.of(3));
    await one.world.push();
    expect(one.world.served(3)).toEqual({ name, keyvalues: { env: 'test', a: 'x' } });
    expect(one.world.statusOf(edit!.id)).toBe(status);
  });

  test('writes nothing: the service is only read, and not a row of ours is different', async () => {
    const one = await everyKind();
    const [before, learnt] = [one.rows(), one.world.connection.learnt];
    const shown = one.world.mirrorDb.prepare('SELECT * FROM files').all();
    one.world.fake.calls.length = 0;
    await run(one);
    expect(new Set(one.world.asked)).toEqual(new Set(['readFile']));
    expect([one.rows(), one.world.connection.learnt]).toEqual([before, learnt]);
    expect(one.world.mirrorDb.prepare('SELECT * FROM files').all()).toEqual(shown);
  });

  test('says what a 404 leaves open while no file was ever read by its id, and puts nothing to find out', async () => {
    const one = await inMemorySync(2);
    one.world.fake.hasReadById = false;
    for (const file of [1, 2]) one.changeFile(file, { name: 'mine' });
    one.world.fake.calls.length = 0;
    const { against, lines } = await run(one);
    const failure = { kind: 'answered', status: 404, words: 'no such route' };
    expect([against, lines.map(({ verdict, reason }) => [verdict, reason])]).toEqual([
      'service',
      [
        ['unread', { kind: 'unread', failure }],
        ['unread', { kind: 'unread', failure }],
      ],
    ]);
    expect([one.world.asked, one.world.connection.learnt.readById.kind]).toEqual([
      ['readFile', 'readFile'],
      'notChecked',
    ]);
  });

  test('takes a 404 for the file’s own once another file was read by its id, also when that came later', async () => {
    const one = await inMemorySync(2);
    for (const file of [1, 2]) one.changeFile(file, { name: 'mine' });
    one.world.fake.remove('public', fakeId(1));
    expect(await verdicts(one)).toEqual([
      [1, 'gone'],
      [2, 'wouldApply'],
    ]);
  });

  test.each([
    ['said so in this run', 405],
    ['is known for it', null],
  ] as const)('takes the copy where a service that reads no file by its id %s', async (_, status) => {
    const one = await inMemorySync(2);
    for (const file of [1, 2]) one.changeFile(file, { name: 'mine' });
    one.world.fake.change('public', fakeId(1), { name: 'theirs' });
    const readById = { kind: 'no', checkedAtMs: 1, words: '404', requestId: null } as const;
    const { connection } = one.world;
    if (status === null) one.world.connection = { ...connection, learnt: { ...connection.learnt, readById } };
    else one.world.fake.faultOf = () => failing(answered(status));
    one.world.fake.calls.length = 0;
    const { against, cannotRead, lines } = await run(one);
    expect([against, cannotRead]).toEqual(['copy', true]);
    expect(lines.map(({ verdict }) => verdict)).toEqual(['wouldApply', 'wouldApply']);
    expect(one.world.asked).not.toContain('updateFile');
  });
});

describe('on a service that cannot remove a key', () => {
  const cannotRemove = async (): Promise<InMemorySync> => {
    const one = await inMemorySync(2);
    const { connection } = one.world;
    const learnt = { ...connection.learnt, keyvaluesMode: 'mergeWithoutRemoval' as const };
    one.world.connection = { ...connection, learnt };
    return one;
  };

  test('a removal would be refused for the key that sending names, and the rest of its file would go', async () => {
    const one = await cannotRemove();
    const removal = one.changeFile(1, { 'key:env': null });
    one.changeFile(1, { name: 'mine' });
    one.changeFile(2, { name: 'mine' });
    const { lines } = await run(one);
    expect(lines).toMatchObject([
      {
        verdict: 'refused',
        reason: { kind: 'cannotRemove', key: 'env' },
        fields: [{ field: 'key:env', verdict: 'refused' }, { verdict: 'wouldApply' }],
      },
      { verdict: 'wouldApply', reason: null, fields: [{ verdict: 'wouldApply' }] },
    ]);
    await one.world.push();
    expect(one.world.words(removal)).toMatchObject({ message: 'This service cannot remove a key ("env")' });
    expect(one.world.open(1).map(({ status }) => status)).toEqual(['refused']);
    expect(one.world.served(1)!.name).toBe('mine');
  });

  test('a change set that goes along with a removal would apply without it', async () => {
    const one = await cannotRemove();
    one.changeFile(1, { 'key:env': null });
    const rename = one.changeFile(1, { name: 'mine' });
    expect(await run(one, [one.setOf(rename)])).toMatchObject({ lines: [{ verdict: 'wouldApply', reason: null }] });
  });

  test('a key that is gone already is there as wanted', async () => {
    const one = await cannotRemove();
    one.changeFile(1, { 'key:env': null });
    one.world.fake.change('public', fakeId(1), { keyvalues: new Map() });
    expect(await run(one)).toMatchObject({ lines: [{ verdict: 'alreadyThere', reason: null }] });
  });
});

describe('without the service', () => {
  test('the copy stands in, and the oldest record says from when', async () => {
    const one = await inMemorySync(2);
    const seenAtMs = one.world.clock.nowMs();
    await one.world.clock.advance(5_000);
    one.world.fake.put(fakeFile(3));
    await one.world.copy();
    for (const file of [1, 3]) one.changeFile(file, { name: 'mine' });
    one.world.fake.change('public', fakeId(1), { name: 'theirs' });
    one.world.tables.files.remove(one.world.of(3));
    await one.world.clock.advance(5_000);
    one.world.fake.calls.length = 0;
    const { against, asOfMs, lines } = await dryRun(offline(one), null, new AbortController().signal);
    expect([against, one.world.asked]).toEqual(['copy', []]);
    expect(asOfMs).toBe(one.world.tables.files.get(one.world.of(1))!.seenAtMs);
    expect(asOfMs).toBeGreaterThanOrEqual(seenAtMs);
    expect(lines.map(({ verdict }) => verdict).toSorted()).toEqual(['unknown', 'wouldApply']);
  });

  test('other work comes in between, and nothing more is looked at once the connection closes', async () => {
    const one = await inMemorySync(450);
    const plan = await one.planned(
      Array.from({ length: 450 }, (_, at) => ({ network: 'public' as const, id: fakeId(at + 1) })),
      [{ kind: 'setKey', key: 'tier', value: 'gold' }],
    );
    await one.plans.apply(plan, one.accountRef)!.show();
    let pauses = 0;
    one.world.clock.onYield = () => void (pauses += 1);
    expect((await dryRun(offline(one), null, new AbortController().signal)).lines).toHaveLength(450);
    expect(pauses).toBe(4);
    const closing = new AbortController();
    one.world.clock.onYield = () => closing.abort();
    expect((await dryRun(offline(one), null, closing.signal)).lines.length).toBeLessThan(110);
  });

  test('as soon as it stops answering, the copy stands in for the rest', async () => {
    const one = await inMemorySync(2);
    for (const file of [1, 2]) one.changeFile(file, { name: 'mine' });
    one.world.fake.faultOf = () => failing(noAnswer);
    const { against, lines } = await run(one);
    expect([against, lines.map(({ verdict }) => verdict)]).toEqual(['copy', ['wouldApply', 'wouldApply']]);
  });
});

test('a page hears nothing of a part of the files when the connection closes meanwhile', async () => {
  const one = await inMemorySync(2);
  for (const file of [1, 2]) one.changeFile(file, { name: 'mine' });
  const closed = AbortSignal.abort();
  const running = { sync: online(one), beside: (work: (signal: AbortSignal) => Promise<unknown>) => work(closed) };
  const slices = { ...one.slices, connections: { ...one.slices.connections, running: () => running } };
  const answer = await answerDryRun(slices as unknown as typeof one.slices, one.world.connection.id, null);
  expect(answer).toEqual({ ok: false, failure: { kind: 'notFound' } });
});

test('a page gets counts, names, and what needs a person first', async () => {
  const one = await everyKind();
  const running = { sync: online(one), beside: one.world.sync.beside.bind(one.world.sync) };
  const slices = { ...one.slices, connections: { ...one.slices.connections, running: () => running } };
  const answer = await answerDryRun(slices as unknown as typeof one.slices, one.world.connection.id, null);
  if (!answer.ok) throw new Error(answer.failure.kind);
  expect(answer.value.counts).toEqual({
    wouldApply: 1,
    alreadyThere: 1,
    conflict: 1,
    refused: 0,
    wouldGiveWay: 0,
    gone: 1,
    unread: 0,
    unknown: 0,
  });
  expect(answer.value.files.map(({ fileName, verdict }) => [fileName, verdict])).toEqual([
    ['file 3', 'conflict'],
    ['file 4', 'gone'],
    ['file 1', 'wouldApply'],
    ['file 2', 'alreadyThere'],
  ]);
});
