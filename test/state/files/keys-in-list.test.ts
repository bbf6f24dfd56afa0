import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { core, numbered, open, rowsOf } from './files-list.ts';
import { uuid } from '../../support/builders.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test('the focus moves away from the chosen file, stays on its row while files come, and returns with a choice', async () => {
  const bridge = core(rowsOf(numbered(10)));
  const { files } = open(bridge);
  await settled();
  await files.choose(2);
  await files.focusAt(4);
  expect([files.position, files.isAway, files.query.chosen?.id]).toEqual([4, true, uuid(2)]);
  bridge.list = bridge.list.filter(({ id }) => id !== uuid(3));
  bridge.announce('files.changed');
  await settled();
  expect([files.position, files.isAway, files.query.chosen?.id]).toEqual([3, true, uuid(2)]);
  await files.choose(3);
  expect([files.isAway, files.query.chosen?.id]).toEqual([false, uuid(4)]);
  await files.focusAt(5);
  await files.focusAt(3);
  expect(files.isAway, 'the chosen file has the focus again').toBe(false);
});

test('a typed name is asked of the core, from the row with the focus or after it, and the latest answer counts', async () => {
  const bridge = core(rowsOf(numbered(10)));
  const asked: unknown[] = [];
  bridge.answer('files.nextNamed', ({ text, from }) => {
    asked.push([text, from]);
    return ok({ position: text === 'none' ? null : from + 2 });
  });
  const { files } = open(bridge);
  await settled();
  await files.choose(3);
  await Promise.all([files.names.goTo({ text: 'f', isNext: true }), files.names.goTo({ text: 'fi', isNext: false })]);
  expect([asked, files.position]).toEqual([
    [
      ['f', 4],
      ['fi', 3],
    ],
    5,
  ]);
  await files.names.goTo({ text: 'none', isNext: false });
  expect(files.position).toBe(5);
});

test('a name that is typed, and a key that is pressed, while the list is asked for anew lead to their rows', async () => {
  const bridge = core(rowsOf(numbered(250)));
  const answers: (() => void)[] = [];
  bridge.answer('files.nextNamed', async ({ viewId }) => {
    if (viewId === 1) await new Promise<void>((resolve) => answers.push(resolve));
    return viewId === 1 ? fail({ kind: 'notFound' }) : ok({ position: 7 });
  });
  const { files } = open(bridge);
  await settled();
  await files.choose(2);
  void files.names.goTo({ text: 'file-7', isNext: false });
  bridge.announce('files.changed');
  await settled();
  answers.forEach((answer) => answer());
  await settled();
  expect(files.query.chosen?.id).toBe(uuid(7));

  bridge.announce('files.changed');
  const jump = files.choose(240);
  await settled();
  await jump;
  expect([files.position, files.query.chosen?.id]).toEqual([240, uuid(240)]);
});

test('another search brings the focus back to the chosen file', async () => {
  const bridge = core(rowsOf(numbered(10)));
  const { files } = open(bridge);
  await settled();
  await files.choose(2);
  await files.focusAt(4);
  files.query.find('file');
  await settled();
  expect([files.position, files.isAway]).toEqual([2, false]);
});
