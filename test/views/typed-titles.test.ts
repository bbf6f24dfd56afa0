// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { changeSetId } from '../../src/domain/core/ids.ts';
import { ok } from '../../src/domain/core/result.ts';
import ChangeSetList from '../../src/views/changes/ChangeSetList.svelte';
import * as titles from '../../src/views/messages/title-messages.ts';
import * as germanTitles from '../../src/views/messages/title-messages.de.ts';
import { adopt } from '../../src/views/messages/wording.ts';
import { aDetail, aSet } from '../state/changes/change-sets.ts';
import { connectionA, uuid } from '../support/builders.ts';
import { fakeBridge, later } from '../support/fake-bridge.ts';
import { show, turn } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

test('a change set is found by the beginning of its title as it is shown, while letters are no keys', async () => {
  adopt(titles, germanTitles);
  const rows = ['Rename ridge.png to crest.png', 'Set tier = gold on aurora.png'].map((title, number) =>
    aSet({ id: changeSetId.parse(uuid(number)), title, queued: 1 }),
  );
  const bridge = fakeBridge({
    'changes.list': () => ok({ rows, count: rows.length, groups: [] }),
    'changes.counts': () => ok({ open: 2, needsYou: 0, waiting: 2, held: 0, sent: 0, discarded: 0 }),
    'changes.set': () => ok({ row: rows[1]!, edits: [aDetail()] }),
    'changes.conflicts': () => ok([]),
    'app.setPreferences': () => later<'app.setPreferences'>().reply,
  });
  const shown = show(bridge, ChangeSetList, {});
  ({ leave } = shown);
  void shown.app.preferences.choose({ letterKeys: false });
  shown.app.router.go({ kind: 'changes', id: null, tab: null }, connectionA);
  await shown.app.screensOf(connectionA).changes.open(null);
  await turn();
  document.querySelector('[role=grid]')!.dispatchEvent(new KeyboardEvent('keydown', { key: 't', bubbles: true }));
  await turn();
  expect(shown.app.router.target).toMatchObject({ kind: 'changes', id: rows[1]!.id });
});
