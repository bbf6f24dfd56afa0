import { expect, test } from 'vitest';
import { answerInTerminal } from '../../electron/shell/terminal-answer.ts';

const nowhere = (): never => {
  throw Object.assign(new Error('EBADF: bad file descriptor, fstat'), { code: 'EBADF' });
};
const device = { isFIFO: () => false, isFile: () => false };

async function saidBy(over: Partial<Parameters<typeof answerInTerminal>[1]>): Promise<readonly string[]> {
  const said: string[] = [];
  await answerInTerminal('Pinfold 1.0.0', {
    platform: 'win32',
    isPackaged: true,
    output: nowhere,
    write: (text) => said.push(`written ${text}`),
    showMessage: (text) => Promise.resolve(said.push(`shown ${text}`)),
    ...over,
  });
  return said;
}

test('a packaged app of Windows shows what was asked for, because nobody sees what it writes', async () => {
  expect(await saidBy({})).toEqual(['written Pinfold 1.0.0\n', 'shown Pinfold 1.0.0']);
  expect(await saidBy({ output: () => device })).toHaveLength(2);
});

test('a script that reads the answer is not kept waiting by a message', async () => {
  expect(await saidBy({ output: () => ({ ...device, isFIFO: () => true }) })).toEqual(['written Pinfold 1.0.0\n']);
  expect(await saidBy({ output: () => ({ ...device, isFile: () => true }) })).toHaveLength(1);
});

test('elsewhere the terminal is there', async () => {
  expect(await saidBy({ platform: 'darwin' })).toHaveLength(1);
  expect(await saidBy({ isPackaged: false })).toHaveLength(1);
});
