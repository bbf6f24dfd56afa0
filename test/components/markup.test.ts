// @vitest-environment jsdom
import { flushSync, mount, unmount, type Component } from 'svelte';
import { expect, test } from 'vitest';
import FailureNotice from '../../src/components/FailureNotice.svelte';
import Identicon from '../../src/components/file/Identicon.svelte';
import FileName from '../../src/components/file/FileName.svelte';
import FileStateIcon from '../../src/components/file/FileStateIcon.svelte';
import Text from '../../src/components/Text.svelte';
import { fieldLines } from '../../src/views/files/inspector/field-lines.ts';
import { aChange, aFile } from '../support/builders.ts';
import { fileStates } from '../../src/domain/files/file.ts';

function shown<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): HTMLElement {
  const target = document.createElement('div');
  const mounted = mount(component, { target, props });
  flushSync();
  const copy = target.cloneNode(true) as HTMLElement;
  void unmount(mounted);
  return copy;
}

test('text from a service stays text, whatever is in it', () => {
  const element = shown(Text, { text: '<img src=x onerror=alert(1)> <a href="https://evil.test">here</a>' });
  expect([element.querySelectorAll('img, a').length, element.textContent]).toEqual([
    0,
    '<img src=x onerror=alert(1)> <a href="https://evil.test">here</a>',
  ]);
});

test('characters that cannot be seen are shown as what they are, and directions do not leak', () => {
  const element = shown(Text, { text: 'photo\u202egnp.exe' });
  expect([element.querySelector('bdi') !== null, element.textContent]).toEqual([true, 'photoU+202Egnp.exe']);
});

test('a name that mixes letters which look alike is marked as a whole, and its halves are not', () => {
  const name = 'p\u0430ypal-invoice-0412.pdf';
  expect(shown(FileName, { name, isLabelled: true }).textContent).toBe(`${name}Latin + Cyrillic in one word`);
  expect(shown(Text, { text: name, isPart: true }).textContent).toBe(name);
  expect(shown(FileName, { name: 'paypal.pdf', isLabelled: true }).textContent).toBe('paypal.pdf');
});

test('a name in two parts is read as a whole where nothing else says it, and its parts are not', () => {
  const name = 'paypal-invoice-0412.pdf';
  const hiddenIn = (element: Element) =>
    [...element.querySelectorAll('[aria-hidden=true]')].map(({ textContent }) => textContent).join('');
  const bare = shown(FileName, { name });
  expect([bare.querySelector('.unseen')?.textContent, hiddenIn(bare)]).toEqual([name, name]);
  const labelled = shown(FileName, { name, isLabelled: true });
  expect([labelled.querySelector('.unseen'), hiddenIn(labelled), labelled.textContent]).toEqual([null, '', name]);
});

test('what is absent is not an empty cell', () => {
  expect([shown(Text, { text: null }).textContent, shown(Text, { text: '', absent: 'no name' }).textContent]).toEqual([
    '—',
    'no name',
  ]);
});

test('the same content has the same identicon in both versions of a CID, and other content another', () => {
  const drawn = (cid: string) => shown(Identicon, { cid }).innerHTML;
  const one = drawn('bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4');
  expect(drawn('QmfNMUbFN7oBiTt2qs8aLS8PZh52DLc5wAV8B6DZVsqtzr')).toBe(one);
  expect(drawn('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')).not.toBe(one);
});

test('every state but "on server" has a shape of its own, not only a colour', () => {
  const drawings = fileStates.map((state) => shown(FileStateIcon, { state }).querySelector('svg')?.innerHTML ?? '');
  const shapes = drawings.map((drawing) => drawing.replace(/<!--.*?-->/g, ''));
  expect([shapes.at(-1), new Set(shapes).size]).toEqual(['', fileStates.length]);
});

test('a failure is said at once, with the words and the request id of the service', () => {
  const element = shown(FailureNotice, { message: 'Refused.', detail: 'name too long', requestId: 'req_1' });
  expect([element.querySelector('[role=alert]') !== null, element.textContent.replace(/\s+/g, ' ').trim()]).toEqual([
    true,
    'Refused. name too long Request req_1',
  ]);
});

test('a removed key keeps its line, with what the server still has', () => {
  const record = aFile({ keyvalues: [['env', 'prod']] as never });
  const change = aChange({ field: 'key:env', base: 'prod', mine: null as never });
  const detail = { record, shown: { ...record, keyvalues: [] }, changes: [change] };
  expect(fieldLines({ ...detail, raw: '{}', seenAtMs: 0, state: 'waiting', refusal: null, wait: null })).toEqual([
    { key: null, before: 'aurora.png', after: 'aurora.png', status: null },
    { key: 'env', before: 'prod', after: null, status: 'waiting' },
  ]);
});
