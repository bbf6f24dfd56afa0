import { expect, test } from 'vitest';
import { Successes } from '../../../electron/sync/push/successes.ts';
import { connectionId, fileId, type FileRef, type Network } from '../../../src/domain/core/ids.ts';
import { SUSPECT_AFTER_SUCCESSES_OF_OTHERS } from '../../../src/domain/service/remote-failure.ts';

const fileOf = (id: string, network: Network = 'public'): FileRef => ({
  connectionId: connectionId.parse('00000000-0000-4000-8000-000000000001'),
  network,
  id: fileId.parse(id),
});
const [failing, other] = [fileOf('failing'), fileOf('other')];

/** Fails a file again and again, each time after another one got through. @returns what was said of each failure */
const outdone = (successes: Successes, times: number, of = failing): readonly boolean[] =>
  Array.from({ length: times }, () => {
    successes.accepted(other);
    return successes.failed(of);
  });

test('a file is suspected once others got through between enough of its tries, and no earlier', () => {
  const successes = new Successes();
  successes.failed(failing);
  const said = outdone(successes, SUSPECT_AFTER_SUCCESSES_OF_OTHERS);
  expect(said).toEqual([...Array.from({ length: SUSPECT_AFTER_SUCCESSES_OF_OTHERS - 1 }, () => false), true]);
});

test('successes from before the first failure count for nothing', () => {
  const successes = new Successes();
  for (let at = 0; at < 100; at++) successes.accepted(other);
  expect(successes.failed(failing)).toBe(false);
  expect(outdone(successes, SUSPECT_AFTER_SUCCESSES_OF_OTHERS - 1)).not.toContain(true);
});

test('many successes between two tries count once', () => {
  const successes = new Successes();
  successes.failed(failing);
  for (let at = 0; at < 100; at++) successes.accepted(other);
  expect(successes.failed(failing)).toBe(false);
});

test('an outage in which nothing gets through suspects no file, not even one that others outdid before', () => {
  const successes = new Successes();
  successes.failed(failing);
  outdone(successes, SUSPECT_AFTER_SUCCESSES_OF_OTHERS);
  expect(Array.from({ length: 20 }, () => successes.failed(failing))).not.toContain(true);
});

test('a success of the file itself lets its count begin anew', () => {
  const successes = new Successes();
  successes.failed(failing);
  outdone(successes, SUSPECT_AFTER_SUCCESSES_OF_OTHERS - 1);
  successes.accepted(failing);
  expect(successes.failed(failing)).toBe(false);
  expect(outdone(successes, SUSPECT_AFTER_SUCCESSES_OF_OTHERS - 1)).not.toContain(true);
});

test('files of the same id on two networks are counted apart', () => {
  const successes = new Successes();
  successes.failed(failing);
  outdone(successes, SUSPECT_AFTER_SUCCESSES_OF_OTHERS);
  expect(outdone(successes, SUSPECT_AFTER_SUCCESSES_OF_OTHERS, fileOf('failing', 'private'))).not.toContain(true);
});
