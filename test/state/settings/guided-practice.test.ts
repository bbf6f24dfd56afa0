import { usualColumns } from '../../../src/domain/files/list-columns.ts';
import { expect, test } from 'vitest';
import { type Preferences, usualAppearance } from '../../../src/contract/app.ts';
import type { ListedChangeSet } from '../../../src/contract/changes.ts';
import type { PracticeStatus } from '../../../src/contract/connections.ts';
import { changeSetId } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { guidedPracticeBegun } from '../../../src/domain/practice/guided-practice.ts';
import { GuidedPracticeState } from '../../../src/state/settings/guided-practice.svelte.ts';
import { aChange, uuid } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { aDetail, aSet } from '../changes/change-sets.ts';
import { portsOf } from '../ports.ts';

const kept: Preferences = {
  ...{
    theme: 'system',
    letterKeys: true,
    keyChoices: {},
    logLevel: 'errors',
    keyAlertDays: 7,
    keyNotices: true,
    replayNotices: true,
    tray: false,
    updates: { isDaily: false, checkedAtMs: null, rolloutNumber: null },
    fileColumns: usualColumns,
    rowHeight: 'usual',
    appearance: usualAppearance,
    inspectorPx: null,
    language: 'system',
  },
  guidedPractice: null,
};

/** A guided practice over a core whose network and waiting change sets a test decides; every change set is a rename. */
function aGuide() {
  const core = { networkOn: true, sets: [] as ListedChangeSet[], status: 'queued' as 'queued' | 'settled' };
  const practice = (): PracticeStatus => ({ running: true, networkOn: core.networkOn, fault: 'none', listing: true });
  const edit = () => ({ ...aDetail().edit, changes: [aChange({ field: 'name', status: core.status })] });
  const bridge = fakeBridge({
    'practice.state': () => ok(practice()),
    'changes.list': () => ok({ rows: core.sets, count: core.sets.length, groups: [] }),
    'changes.set': () => ok({ row: aSet(), edits: [aDetail({ edit: edit() })] }),
    'app.setPreferences': (wanted) => ok({ ...kept, ...(wanted as Partial<Preferences>) }),
  });
  const ports = portsOf(bridge);
  return { core, bridge, ports, guide: new GuidedPracticeState(ports) };
}

const rename = (number: number, createdAtMs: number): ListedChangeSet =>
  aSet({ id: changeSetId.parse(uuid(number)), createdAtMs, queued: 1 });
const key = { network: aDetail().edit.network, id: aDetail().edit.fileId };

test('a rename that waited before the network went is not the one the practice asks for', async () => {
  const { core, guide } = aGuide();
  await guide.open();
  core.sets = [rename(1, 50)];
  core.networkOn = false;
  await guide.look();
  expect(guide.progress).toMatchObject({ done: 1, sinceMs: 50 });
  core.sets = [rename(2, 51), rename(1, 50)];
  await guide.look();
  expect(guide.progress).toMatchObject({ done: 2, renamed: { changeSetId: uuid(2), key } });
});

test('news of the core are looked at while the practice is open, and not after it was left', async () => {
  const { core, bridge, guide } = aGuide();
  await guide.open();
  const stop = guide.watch();
  core.networkOn = false;
  bridge.announce('status.changed');
  await guide.look();
  expect(guide.progress?.done).toBe(1);
  await guide.leave();
  core.sets = [rename(2, 51)];
  bridge.announce('changes.changed');
  await guide.look();
  expect(guide.progress).toMatchObject({ done: 1, isOpen: false });
  await guide.open();
  expect(guide.progress).toMatchObject({ done: 2, isOpen: true });
  stop();
  expect(bridge.listeners()).toBe(0);
});

test('one that is complete begins again when it is opened', async () => {
  const { core, guide } = aGuide();
  await guide.open();
  core.networkOn = false;
  await guide.look();
  core.sets = [rename(2, 51)];
  await guide.look();
  await guide.noteElsewhere(key);
  core.networkOn = true;
  await guide.look();
  expect(guide.progress?.done).toBe(4);
  core.status = 'settled';
  await guide.look();
  expect(guide.progress?.done).toBe(5);
  await guide.leave();
  await guide.open();
  expect(guide.progress).toMatchObject({ done: 0, renamed: null });
});

test('a look is made again where the preferences, which hold the progress, are read anew meanwhile', async () => {
  const { core, bridge, guide, ports } = aGuide();
  await guide.open();
  core.networkOn = false;
  const late = later<'changes.list'>();
  bridge.answer('changes.list', () => late.reply);
  const looking = guide.look();
  bridge.answer('app.preferences', () => ok({ ...kept, guidedPractice: { ...guidedPracticeBegun } }));
  await ports.app.preferences.load();
  late.arrive({ rows: [], count: 0, groups: [] });
  await looking;
  expect(guide.progress?.done).toBe(1);
});

test('progress that cannot be stored is not stored over and over', async () => {
  const { core, bridge, guide } = aGuide();
  await guide.open();
  core.networkOn = false;
  let tries = 0;
  bridge.answer('app.setPreferences', (wanted) => {
    tries += 1;
    return tries < 5
      ? fail({ kind: 'notSaved', reason: 'diskFull', detail: '' })
      : ok({ ...kept, ...(wanted as Partial<Preferences>) });
  });
  await guide.look();
  const [once, done] = [tries, guide.progress?.done];
  bridge.answer('app.setPreferences', (wanted) => ok({ ...kept, ...(wanted as Partial<Preferences>) }));
  await guide.look();
  expect([once, done, guide.progress?.done]).toEqual([1, 0, 1]);
});
