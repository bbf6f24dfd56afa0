import { expect, test, vi } from 'vitest';
import { TextCopy } from '../../../src/components/copy/text-copy.svelte.ts';

const clipboard = (writeText: () => Promise<void>): void =>
  void vi.stubGlobal('navigator', { clipboard: { writeText } });
const takes = (): Promise<void> => Promise.resolve();
const refuses = (): Promise<void> => Promise.reject(new DOMException('no', 'NotAllowedError'));
const said = ({ copied, refused }: TextCopy): readonly (string | null)[] => [copied, refused];

test('a text is copied or refused, and what came before is forgotten', async () => {
  const copy = new TextCopy();
  clipboard(refuses);
  await copy.copy('one');
  expect(said(copy)).toEqual([null, 'one']);
  clipboard(takes);
  const copying = copy.copy('two');
  expect(said(copy)).toEqual([null, null]);
  await copying;
  expect(said(copy)).toEqual(['two', null]);
  copy.forget();
  expect(said(copy)).toEqual([null, null]);
});
