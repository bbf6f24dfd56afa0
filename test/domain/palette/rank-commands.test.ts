import { expect, test } from 'vitest';
import { type PaletteCommand, rankCommands, scoreOf } from '../../../src/domain/palette/rank-commands.ts';

const command = (title: string, given: Partial<PaletteCommand> = {}): PaletteCommand => ({
  ...{ id: title, group: 'everywhere', title, keys: null, synonyms: '', whyNot: null },
  ...given,
});
const titles = (commands: readonly PaletteCommand[]): readonly string[] => commands.map(({ title }) => title);

test('a command counts the more, the nearer the typed words are to the beginning of its title', () => {
  const undo = { title: 'Undo: Set tier = gold', synonyms: 'take back' };
  expect(scoreOf(undo, 'UNDO: s')).toBe(4);
  expect(scoreOf(undo, 'gold un')).toBe(3);
  expect(scoreOf(undo, 'old')).toBe(2);
  expect(scoreOf(undo, 'back')).toBe(1);
  expect(scoreOf(undo, 'undo back')).toBe(1);
  expect(scoreOf(undo, 'ack')).toBe(0);
  expect(scoreOf(undo, 'gold silver')).toBe(0);
});

test('case and diacritics make no difference', () => {
  expect(scoreOf({ title: 'Größe ändern', synonyms: '' }, 'grosse AND')).toBe(4);
});

test('the best command comes first, and its group with it; equal ones keep their order', () => {
  const all = [
    command('Fetch changes', { group: 'list' }),
    command('Exchange', { group: 'list' }),
    command('Changes', { group: 'places' }),
    command('Changes: Held', { group: 'places' }),
  ];
  const { groups } = rankCommands(all, 'changes');
  expect(groups.map(({ group, commands }) => [group, titles(commands)])).toEqual([
    ['places', ['Changes', 'Changes: Held']],
    ['list', ['Fetch changes']],
  ]);
});

test('nothing typed lists everything in the order of the groups', () => {
  const { groups } = rankCommands([command('B', { group: 'places' }), command('A', { group: 'chosen' })], '');
  expect(groups.map(({ group }) => group)).toEqual(['chosen', 'places']);
});

test('a command that cannot run stands last, whatever its title', () => {
  const all = [command('Undo', { whyNot: 'nothing to undo' }), command('Turn undo bar off')];
  const { groups, unavailable } = rankCommands(all, 'undo');
  expect(titles(groups.flatMap(({ commands }) => commands))).toEqual(['Turn undo bar off']);
  expect(titles(unavailable)).toEqual(['Undo']);
});
