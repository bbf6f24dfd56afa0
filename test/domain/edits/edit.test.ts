import { describe, expect, test } from 'vitest';
import {
  type ChangeStatus,
  fieldsOfState,
  fileState,
  filesToDecide,
  filesWithEdits,
  isOpen,
  needsPerson,
  projectedRecord,
} from '../../../src/domain/edits/edit.ts';
import { aChange, aRecord } from '../builders.ts';

describe('what a person sees', () => {
  test('is the record with the open edits in the order of the queue, whatever the order of the rows', () => {
    const changes = [
      aChange(3, 'b', 'c'),
      aChange(1, 'a.pdf', 'b'),
      aChange(2, null, '1', 'held', 'key:note'),
      aChange(4, 'red', null, 'conflicted', 'key:colour'),
    ];
    expect(projectedRecord(aRecord(), changes)).toEqual(aRecord({ name: 'c', keyvalues: [['note', '1']] }));
  });

  test.each<[ChangeStatus, string]>([
    ['queued', 'mine'],
    ['held', 'mine'],
    ['conflicted', 'mine'],
    ['refused', 'mine'],
    ['gone', 'mine'],
    ['settled', 'a.pdf'],
    ['discarded', 'a.pdf'],
  ])('of a %s rename is %s', (status, name) => {
    expect(projectedRecord(aRecord(), [aChange(1, 'a.pdf', 'mine', status)]).name).toBe(name);
    expect(isOpen({ status })).toBe(name === 'mine');
  });
});

describe('the mark of a file', () => {
  test.each<[ChangeStatus[], string]>([
    [[], 'onServer'],
    [['settled', 'discarded'], 'onServer'],
    [['settled', 'held'], 'held'],
    [['held', 'queued'], 'waiting'],
    [['queued', 'gone'], 'gone'],
    [['gone', 'refused', 'queued'], 'refused'],
    [['queued', 'refused', 'conflicted'], 'needsYou'],
  ])('%j: %s', (statuses, state) => {
    expect(fileState(statuses.map((status) => ({ status })))).toBe(state);
  });

  test('asks for the person exactly when a change does', () => {
    for (const status of ['queued', 'held', 'conflicted', 'refused', 'gone', 'settled', 'discarded'] as const) {
      expect(['needsYou', 'refused', 'gone'].includes(fileState([{ status }]))).toBe(needsPerson({ status }));
    }
  });
});

test('the files with edits are counted, whatever these wait for', () => {
  expect(filesWithEdits({ waiting: 1, needsYou: 2, refused: 4, held: 8, gone: 16, parked: 32 })).toBe(63);
});

test('the files that wait for a decision are those of the states that ask for the person', () => {
  const none = { waiting: 0, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 };
  for (const status of ['queued', 'held', 'conflicted', 'refused', 'gone'] as const)
    expect(filesToDecide({ ...none, [fileState([{ status }])]: 1 }) === 1).toBe(needsPerson({ status }));
});

test('the fields that give a file its state are those of its most urgent changes, each once', () => {
  const tier = { field: 'key:tier', status: 'queued' } as const;
  const name = { field: 'name', status: 'conflicted' } as const;
  const settled = { field: 'key:rarity', status: 'settled' } as const;

  expect(fieldsOfState([tier, name, settled])).toEqual(['name']);
  expect(fieldsOfState([tier, tier, { field: 'key:artist', status: 'queued' }])).toEqual(['key:tier', 'key:artist']);
  expect(fieldsOfState([settled])).toEqual([]);
});
