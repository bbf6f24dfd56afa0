import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fileId } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { pageClock } from '../../../src/state/app/clock.svelte.ts';
import { DraftsState } from '../../../src/state/files/drafts.svelte.ts';
import { RenameState } from '../../../src/state/files/rename.svelte.ts';
import { aFile, connectionA, uuid } from '../../support/builders.ts';
import { type FakeBridge, fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const saved = () => ok({ changeSetId: uuid(9) } as never);
const file = aFile({ name: 'aurora.png' });

/** Time stands still: what is typed is kept later than these tests take. */
const still = { ...pageClock, after: () => () => undefined };

function renaming(bridge: FakeBridge, clock = still): RenameState {
  const ports = portsOf(bridge);
  return new RenameState(ports, new DraftsState(ports, clock), clock);
}

test('a new name is queued against the name that was seen', async () => {
  const bridge = fakeBridge({ 'files.edit': saved });
  const rename = renaming(bridge);
  rename.start(file, 'row');
  rename.draft = 'dawn.png';
  expect([await rename.save(), rename.isOf(file, 'row'), bridge.asked]).toEqual([
    true,
    false,
    [
      {
        name: 'files.edit',
        input: {
          connectionId: connectionA,
          key: { network: 'public', id: file.id },
          changes: [{ field: 'name', base: 'aurora.png', mine: 'dawn.png' }],
          saves: 'name',
        },
      },
    ],
  ]);
});

test('Enter pressed twice is one edit, and the form closes once the new name is shown', async () => {
  const bridge = fakeBridge({ 'files.edit': saved });
  const rename = renaming(bridge);
  rename.start(file, 'inspector');
  rename.draft = 'dawn.png';
  let isOpenWhileShown: boolean | null = null;
  const show = (): Promise<void> => {
    isOpenWhileShown = rename.isOf(file, 'inspector');
    return Promise.resolve();
  };
  expect(await Promise.all([rename.save(show), rename.save(show)])).toEqual([true, true]);
  expect([isOpenWhileShown, rename.isOf(file, 'inspector'), bridge.asked.length]).toEqual([true, false, 1]);
});

test('the same name asks for nothing', async () => {
  const bridge = fakeBridge();
  const rename = renaming(bridge);
  rename.start(file, 'row');
  expect([await rename.save(), bridge.asked]).toEqual([true, []]);
});

test('an unfit name is not sent', async () => {
  const bridge = fakeBridge();
  const rename = renaming(bridge);
  rename.start(file, 'row');
  rename.draft = 'bell\u0007.png';
  expect([await rename.save(), rename.problem, rename.isOf(file, 'row')]).toEqual([false, 'controlCharacter', true]);
});

test('what was typed survives a full disk', async () => {
  const diskFull = { kind: 'notSaved', reason: 'diskFull', detail: 'ENOSPC' } as const;
  const rename = renaming(fakeBridge({ 'files.edit': () => fail(diskFull) }));
  rename.start(file, 'inspector');
  rename.draft = 'dawn.png';
  expect([await rename.save(), rename.failure, rename.draft, rename.isOf(file, 'inspector')]).toEqual([
    false,
    diskFull,
    'dawn.png',
    true,
  ]);
});

test('Esc leaves without losing what was typed', () => {
  const rename = renaming(fakeBridge({ 'drafts.keep': () => ok(null) }));
  rename.start(file, 'row');
  rename.draft = 'half a na';
  rename.leave();
  rename.start(file, 'inspector');
  expect(rename.draft).toBe('half a na');
});

test('a rename begun again before the list shows the new name goes on from the new name', async () => {
  const bases: unknown[] = [];
  const bridge = fakeBridge({
    'files.edit': ({ changes }) => {
      bases.push(changes[0]?.base);
      return saved();
    },
  });
  let nowMs = 0;
  const rename = renaming(bridge, { ...still, steadyMs: () => nowMs });
  rename.start(file, 'row');
  rename.draft = 'new.png';
  await rename.save();
  nowMs = 200;
  rename.start(file, 'row');
  const again = rename.draft;
  rename.draft = 'newer.png';
  await rename.save();
  nowMs = 5_000;
  rename.start(file, 'row');
  expect([again, bases, rename.draft]).toEqual(['new.png', [file.name, 'new.png'], file.name]);
});

test('a row that shows a third name by then is renamed from that one', async () => {
  const rename = renaming(fakeBridge({ 'files.edit': saved }));
  rename.start(file, 'row');
  rename.draft = 'new.png';
  await rename.save();
  rename.start({ ...file, name: 'theirs.png' }, 'row');
  expect(rename.draft).toBe('theirs.png');
});

test('a name that its list shows only the beginning of is edited against the whole', async () => {
  const whole = aFile({ name: `begin ${'n'.repeat(1_000_000)}` });
  const detail = { shown: whole, record: whole } as never;
  const bridge = fakeBridge({ 'files.get': () => ok(detail), 'files.edit': saved });
  const rename = renaming(bridge);
  const row = { network: whole.network, id: whole.id, name: 'begin nnn', nameLength: 1_000_006 };
  rename.start(row, 'row');
  await expect.poll(() => rename.isOf(row, 'row')).toBe(true);
  expect([rename.draft, rename.replacedCharacters]).toEqual(['', 1_000_006]);
  rename.draft = 'short.png';
  await rename.save();
  expect(bridge.asked.at(-1)!.input).toMatchObject({
    changes: [{ field: 'name', base: whole.name, mine: 'short.png' }],
  });
});

test('a long name that arrives after another file is renamed, or the form was left, opens no form', async () => {
  const slow = [later<'files.get'>(), later<'files.get'>()] as const;
  const bridge = fakeBridge({ 'files.get': () => slow[0].reply });
  const rename = renaming(bridge);
  const long = { network: 'public', id: fileId.parse('long'), name: 'begin nnn', nameLength: 1_000_006 } as const;
  const whole = { shown: aFile({ name: 'begin whole' }) } as never;
  rename.start(long, 'row');
  rename.start(file, 'row');
  slow[0].arrive(whole);
  await setImmediate();
  const first = rename.isOf(file, 'row');
  bridge.answer('files.get', () => slow[1].reply);
  rename.start(long, 'row');
  rename.leave();
  slow[1].arrive(whole);
  await setImmediate();
  expect([first, rename.isOf(long, 'row')]).toEqual([true, false]);
});

test('a name that is refused after another file is renamed is not told in the form of that one', async () => {
  const slow = later<'files.edit'>();
  const rename = renaming(fakeBridge({ 'files.edit': () => slow.reply }));
  rename.start(file, 'row');
  rename.draft = 'dawn.png';
  const saving = rename.save();
  rename.start(aFile({ id: uuid(2), name: 'dusk.png' }), 'row');
  slow.fail({ kind: 'hostGone' });
  expect([await saving, rename.failure]).toEqual([false, null]);
});

test('a whole name that cannot be read is said, until it is put away or a rename begins', async () => {
  const rename = renaming(fakeBridge({ 'files.get': () => fail({ kind: 'hostGone' }) }));
  const long = { network: 'public', id: fileId.parse('long'), name: 'begin nnn', nameLength: 1_000_006 } as const;
  rename.start(long, 'row');
  await setImmediate();
  expect([rename.isOf(long, 'row'), rename.startFailure]).toEqual([false, { kind: 'hostGone' }]);
  rename.dismiss();
  expect(rename.startFailure).toBeNull();
  rename.start(long, 'row');
  await setImmediate();
  rename.start(file, 'row');
  expect(rename.startFailure).toBeNull();
});

test('a whole name that cannot be read after another file is renamed is not said of that one', async () => {
  const slow = later<'files.get'>();
  const rename = renaming(fakeBridge({ 'files.get': () => slow.reply }));
  rename.start({ network: 'public', id: fileId.parse('long'), name: 'begin nnn', nameLength: 1_000_006 }, 'row');
  rename.start(file, 'row');
  slow.fail({ kind: 'hostGone' });
  await setImmediate();
  expect(rename.startFailure).toBeNull();
});

const dusk = aFile({ id: uuid(2), name: 'dusk.png' });

test('a name that is kept late leaves the next form open, where Enter pressed twice is one edit too', async () => {
  const slow = [later<'files.edit'>(), later<'files.edit'>()];
  const answers = slow.map(({ reply }) => reply);
  const bridge = fakeBridge({ 'files.edit': () => answers.shift() ?? saved() });
  const rename = renaming(bridge);
  rename.start(file, 'row');
  rename.draft = 'dawn.png';
  const first = rename.save();
  rename.start(dusk, 'row');
  rename.draft = 'night.png';
  const second = rename.save();
  slow[0]!.arrive({ changeSetId: uuid(9) } as never);
  await first;
  const isOpen = rename.isOf(dusk, 'row');
  const again = rename.save();
  slow[1]!.arrive({ changeSetId: uuid(9) } as never);
  expect([isOpen, await second, await again, bridge.asked.length]).toEqual([true, true, true, 2]);
});

test('a name that is refused after its form was begun again elsewhere is told there', async () => {
  const slow = later<'files.edit'>();
  const rename = renaming(fakeBridge({ 'files.edit': () => slow.reply }));
  rename.start(file, 'row');
  rename.draft = 'dawn.png';
  const saving = rename.save();
  rename.start(file, 'inspector');
  slow.fail({ kind: 'hostGone' });
  expect([await saving, rename.failure]).toEqual([false, { kind: 'hostGone' }]);
});

test('a field that goes leaves the field of another file, whose form has begun meanwhile, its own place', () => {
  const rename = renaming(fakeBridge());
  rename.start(dusk, 'row');
  rename.keepCaret(file, { from: 1, to: 2 });
  expect(rename.takeCaret()).toBe('stem');
});
