import { isSameFile } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { makeStates } from '../../../src/state/app-states.svelte.ts';
import { FilesState } from '../../../src/state/files/files.svelte.ts';
import { aView } from '../../support/a-view.ts';
import { connectionA, fileOf, uuid } from '../../support/builders.ts';
import { fakeBridge, type FakeBridge } from '../../support/fake-bridge.ts';
import type { FileRow } from '../../../src/domain/files/file.ts';

export const aRow = (number: number): FileRow => ({
  network: 'public',
  id: fileOf(uuid(number)).id,
  name: `file-${number}`,
  cid: 'bafkrei',
  sizeBytes: 1,
  mimeType: null,
  groupId: null,
  createdAt: null,
  state: 'onServer',
  values: [],
});
export const rowsOf = (numbers: readonly number[]): FileRow[] => numbers.map(aRow);
export const numbered = (count: number, start = 0): number[] =>
  Array.from({ length: count }, (_, place) => start + place);

/** A core with one list of files, which tests replace. */
export function core(rows: readonly FileRow[]): FakeBridge & { list: readonly FileRow[] } {
  const views = new Map<number, readonly FileRow[]>();
  const bridge = Object.assign(fakeBridge(), { list: rows });
  let lastId = 0;
  bridge.answer('files.open', ({ query }) => {
    const found = bridge.list.filter((row) => row.name?.includes(query.search));
    views.set(++lastId, found);
    return ok(aView(lastId, found.length));
  });
  bridge.answer('files.window', ({ viewId, from, to }) => {
    const view = views.get(viewId);
    return view === undefined ? fail({ kind: 'notFound' }) : ok({ rows: view.slice(from, to) });
  });
  bridge.answer('files.position', ({ viewId, key }) => {
    const position = (views.get(viewId) ?? []).findIndex((row) => isSameFile(row, key));
    return ok({ position: position < 0 ? null : position });
  });
  bridge.answer('files.giveUp', () => ok(null));
  bridge.answer('files.close', ({ viewId }) => {
    views.delete(viewId);
    return ok(null);
  });
  return bridge;
}

export function open(bridge: FakeBridge, hash = `#/c/${connectionA}/files`) {
  const addressBar = {
    read: () => hash,
    push: () => undefined,
    replace: () => undefined,
    listen: () => () => undefined,
  };
  const app = makeStates({ bridge, addressBar, now: () => 0 });
  const files = new FilesState({ bridge, connectionId: connectionA, app });
  files.viewport.openingIs(280);
  return { app, files, stop: files.watch() };
}

export const inSight = (files: FilesState): (string | null | undefined)[] => {
  const { from, to } = files.viewport.scroll.inSight;
  return numbered(to - from, from).map((position) => files.rowAt(position)?.name);
};
