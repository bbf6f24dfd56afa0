import { expect, test, vi } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import type { FileRow } from '../../../src/domain/files/file.ts';
import { SampleFilesState } from '../../../src/state/settings/sample-files.svelte.ts';
import { aView } from '../../support/a-view.ts';
import { connectionA, fileOf } from '../../support/builders.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';

test('an example of a list appears once files are copied, and stays as it is then', async () => {
  const bridge = fakeBridge({ 'files.open': () => ok(aView(1, 0)), 'files.close': () => ok(null) });
  const sample = new SampleFilesState(bridge, connectionA);
  const stop = sample.watch();
  const row = { network: 'public', id: fileOf().id } as unknown as FileRow;
  bridge.answer('files.open', () => ok({ ...aView(1, 1), rows: [row] }));
  bridge.announce('files.changed');
  await vi.waitFor(() => expect(sample.rows).toHaveLength(1));
  const { length } = bridge.asked;
  bridge.announce('files.changed');
  expect(bridge.asked).toHaveLength(length);
  stop();
  expect(bridge.listeners()).toBe(0);
});
