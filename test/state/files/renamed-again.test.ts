import { expect, test } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { pageClock } from '../../../src/state/app/clock.svelte.ts';
import { DraftsState } from '../../../src/state/files/drafts.svelte.ts';
import { RenameState } from '../../../src/state/files/rename.svelte.ts';
import { aFile, uuid } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const file = aFile({ name: 'aurora.png' });

/** Time stands still: what is typed is kept later than these tests take. */
const still = { ...pageClock, after: () => () => undefined };

/** A name that is being saved, and another one typed over it. */
function typedWhileSaving() {
  const slow = later<'files.edit'>();
  const bridge = fakeBridge({ 'files.edit': () => slow.reply, 'drafts.keep': () => ok(null) });
  bridge.answer('drafts.discard', () => ok(null));
  const ports = portsOf(bridge);
  const drafts = new DraftsState(ports, still);
  const rename = new RenameState(ports, drafts, still);
  rename.start(file, 'row');
  rename.draft = 'dawn.png';
  const saving = rename.save();
  rename.draft = 'dawn over sea.png';
  const arrive = (): Promise<boolean> => {
    slow.arrive({ changeSetId: uuid(9) as never });
    return saving;
  };
  const edits = () => bridge.asked.filter(({ name }) => name === 'files.edit').map(({ input }) => input);
  return { arrive, drafts, edits, rename };
}

test('a name that is typed while another is saved stays in its form, and is queued on top of that one', async () => {
  const { arrive, edits, rename } = typedWhileSaving();
  expect([await arrive(), rename.isOf(file, 'row'), rename.draft]).toEqual([false, true, 'dawn over sea.png']);
  expect([await rename.save(), rename.isOf(file, 'row'), edits()[1]]).toMatchObject([
    true,
    false,
    { changes: [{ field: 'name', base: 'dawn.png', mine: 'dawn over sea.png' }] },
  ]);
});

test('a name that is typed while another is saved is a draft over that one where its form was left', async () => {
  const { arrive, drafts, rename } = typedWhileSaving();
  rename.leave();
  await arrive();
  expect(rename.isOf(file, 'row')).toBe(false);
  expect(drafts.nameOf(file)).toEqual({ part: 'name', base: 'dawn.png', text: 'dawn over sea.png' });
});

test('a name that is typed back to the one that is saved closes its form', async () => {
  const { arrive, drafts, rename } = typedWhileSaving();
  rename.draft = 'dawn.png';
  expect([await arrive(), rename.isOf(file, 'row'), drafts.nameOf(file)]).toEqual([true, false, null]);
});
