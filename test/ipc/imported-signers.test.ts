import { expect, test } from 'vitest';
import { MOST_SIGNER_PROBLEMS } from '../../src/contract/signatures.ts';
import { checksummed } from '../../src/domain/signatures/known-signer.ts';
import { started } from './running-core.ts';

const addressOf = (at: number): string => checksummed(at.toString(16).padStart(40, '0'));

test('a hostile list of signers is refused before its lines are judged', async () => {
  const one = await started();
  expect(await one.ask('signers.import', { text: 'a\n'.repeat(250_000) })).toEqual({
    failure: { kind: 'unfit', what: 'list', problem: 'tooManyLines' },
  });
});

test('the first thousand lines that cannot be used are listed, and all are counted', async () => {
  const one = await started();
  const { taken, problems, problemCount } = await one.get('signers.import', {
    text: `${addressOf(1)},Ann\n${'a\n'.repeat(1_500)}`,
  });
  expect([taken, problems.length, problemCount]).toEqual([1, MOST_SIGNER_PROBLEMS, 1_500]);
  expect(problems.at(-1)).toEqual({ line: 1_001, text: 'a ', problem: 'notAnAddress' });
});

test('a repeated address is one signer, with the label of its last line', async () => {
  const one = await started();
  const text = [addressOf(1), addressOf(2), addressOf(1).toLowerCase()]
    .map((it, at) => `${it},signer ${at}`)
    .join('\n');
  const { taken, signers, problemCount } = await one.get('signers.import', { text });
  expect([taken, problemCount]).toEqual([2, 0]);
  expect(signers.map(({ label }) => label)).toEqual(['signer 1', 'signer 2']);
});

test('an entry of a JSON list without a label is a problem of its own, and the others are taken', async () => {
  const one = await started();
  const list = [{ address: addressOf(1), label: 'Ann' }, { address: addressOf(2) }, { label: 'Cem' }];
  expect(await one.get('signers.import', { text: JSON.stringify(list) })).toMatchObject({
    ...{ taken: 1, problemCount: 2 },
    problems: [
      { line: 2, problem: 'noLabel' },
      { line: 3, problem: 'notAnAddress' },
    ],
  });
});
