import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { type PaletteAction, PaletteState } from '../../../src/state/palette/palette.svelte.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { eventually } from '../../support/eventually.ts';
import { aRow } from '../files/files-list.ts';
import { portsOf } from '../ports.ts';

const rows = [aRow(1), aRow(2)];

function opened() {
  const bridge = fakeBridge();
  bridge.answer('files.open', ({ query }) => {
    const found = rows.filter(({ name }) => name?.includes(query.search));
    return ok({ viewId: 1, count: found.length, isCounted: true, rows: found });
  });
  bridge.answer('files.close', () => ok(null));
  bridge.answer('files.giveUp', () => ok(null));
  const palette = new PaletteState(portsOf(bridge));
  const asked = (name: string): number => bridge.asked.filter((question) => question.name === name).length;
  palette.open();
  return { bridge, palette, asked };
}
const names = ({ files }: PaletteState): readonly (string | null)[] => files.map(({ name }) => name);
const action = (given: Partial<PaletteAction>): PaletteAction => ({
  ...({ id: 'undo', group: 'everywhere', title: 'Undo', keys: null, synonyms: '', whyNot: null } as const),
  run: () => undefined,
  ...given,
});

test('typed words find files, and the list that found them is closed again', async () => {
  const { palette, asked } = opened();
  await palette.type('file-2');
  expect(names(palette)).toEqual(['file-2']);
  expect(palette.isLooking).toBe(false);
  expect(asked('files.close')).toBe(1);
});

test('a found file that is renamed meanwhile is shown under its new name, as long as the palette is open', async () => {
  const { bridge, palette, asked } = opened();
  await palette.type('file');
  expect(names(palette)).toEqual(['file-1', 'file-2']);
  const renamed = [{ ...rows[0]!, name: 'file-9' }, rows[1]!];
  bridge.answer('files.open', () => ok({ viewId: 2, count: 2, isCounted: true, rows: renamed }));
  bridge.announce('files.changed');
  await eventually(() => expect(names(palette)).toEqual(['file-9', 'file-2']));
  expect([palette.isLooking, palette.failure]).toEqual([false, null]);
  palette.close();
  const before = asked('files.open');
  bridge.announce('files.changed');
  await Promise.resolve();
  expect(asked('files.open')).toBe(before);
});

test('opened again, it shows the words of before, unless something was typed meanwhile', () => {
  const { palette } = opened();
  palette.openAgain('tier=gold');
  const where = [palette.text];
  void palette.type('file-2');
  palette.openAgain('tier=gold');
  where.push(palette.text);
  palette.close();
  palette.openAgain('tier=gold');
  expect([...where, palette.text, palette.isOpen]).toEqual(['tier=gold', 'file-2', 'tier=gold', true]);
});

test('nothing typed, or commands alone, asks the core for nothing', async () => {
  const { palette, asked } = opened();
  await palette.type('  ');
  await palette.type('>file');
  expect(asked('files.open')).toBe(0);
  expect(palette.isLooking).toBe(false);
});

test('later words give the earlier question up, and its late answer changes nothing', async () => {
  const { bridge, palette, asked } = opened();
  const slow = later<'files.open'>();
  bridge.answer('files.open', ({ query }) =>
    query.search === 'file-1' ? slow.reply : ok({ viewId: 2, count: 1, isCounted: true, rows: rows.slice(1) }),
  );
  const first = palette.type('file-1');
  await eventually(() => expect(asked('files.open')).toBe(1));
  const second = palette.type('file-2');
  expect(asked('files.giveUp')).toBe(1);
  slow.arrive({ viewId: 1, count: 1, isCounted: true, rows: rows.slice(0, 1) });
  await Promise.all([first, second]);
  expect(names(palette)).toEqual(['file-2']);
});

test('closing gives the question up', async () => {
  const { bridge, palette, asked } = opened();
  const slow = later<'files.open'>();
  bridge.answer('files.open', () => slow.reply);
  const looking = palette.type('file-1');
  await eventually(() => expect(asked('files.open')).toBe(1));
  palette.close();
  expect(asked('files.giveUp')).toBe(1);
  slow.fail({ kind: 'notFound' });
  await looking;
  expect(palette.failure).toBeNull();
});

test('closing asks no question that still waits for the answer to an earlier one', async () => {
  const { bridge, palette, asked } = opened();
  const slow = later<'files.open'>();
  bridge.answer('files.open', () => slow.reply);
  const first = palette.type('file-1');
  await eventually(() => expect(asked('files.open')).toBe(1));
  const second = palette.type('file-2');
  palette.close();
  slow.fail({ kind: 'notFound' });
  await Promise.all([first, second]);
  expect(asked('files.open')).toBe(1);
});

test('a search that fails says why, and the next words forget it', async () => {
  const { bridge, palette } = opened();
  bridge.answer('files.open', () => fail({ kind: 'hostGone' }));
  await palette.type('file');
  expect(palette.failure).toEqual({ kind: 'hostGone' });
  await palette.type('>');
  expect(palette.failure).toBeNull();
});

test('a chosen action runs once, after the palette has closed', () => {
  const { palette } = opened();
  let runs = 0;
  palette.choose(action({ run: () => (runs += 1) }));
  expect([palette.isOpen, runs]).toEqual([false, 0]);
  palette.closed();
  palette.closed();
  expect(runs).toBe(1);
});

test('an action that cannot run leaves the palette open and says so, until something else is typed', async () => {
  const { palette } = opened();
  palette.choose(action({ whyNot: 'nothing to undo' }));
  expect(palette.isOpen).toBe(true);
  expect(palette.refused?.whyNot).toBe('nothing to undo');
  await palette.type('>');
  expect(palette.refused).toBeNull();
});
