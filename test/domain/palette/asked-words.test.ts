import { expect, test } from 'vitest';
import { askedWords } from '../../../src/domain/palette/asked-words.ts';

const cid = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';

test('a > in front asks for commands alone, a : for one file by its id or CID', () => {
  expect(askedWords('  tier gold ')).toEqual({ scope: 'everything', words: 'tier gold' });
  expect(askedWords('> ren')).toEqual({ scope: 'commands', words: 'ren' });
  expect(askedWords('>')).toEqual({ scope: 'commands', words: '' });
  expect(askedWords(': 0198-abc')).toEqual({ scope: 'ids', words: '0198-abc' });
});

test.each([
  cid,
  `"${cid}"`,
  ` ipfs://${cid} `,
  `https://gateway.example/ipfs/${cid}`,
  `<https://${cid}.ipfs.example/>`,
])('the pasted text %s asks for its CID', (text) => expect(askedWords(text)).toEqual({ scope: 'ids', words: cid }));

test('quotes around a name are part of what is looked for', () => {
  expect(askedWords('"red fox"')).toEqual({ scope: 'everything', words: '"red fox"' });
});
