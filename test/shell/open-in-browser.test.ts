import { expect, test } from 'vitest';
import { openInBrowser } from '../../electron/shell/open-in-browser.ts';

async function opened(url: string, fails = false) {
  const shown: string[] = [];
  const openExternal = (address: string): Promise<void> =>
    fails ? Promise.reject(new Error('no browser')) : Promise.resolve(void shown.push(address));
  return { isOpened: await openInBrowser({ openExternal }, url), shown };
}

test('an address of https, or of this computer, is shown in the browser', async () => {
  for (const url of [
    'https://gateway.example/ipfs/bafy',
    'http://127.0.0.1:8080/ipfs/bafy',
    'http://bafy.ipfs.localhost:8080',
  ]) {
    expect(await opened(url)).toEqual({ isOpened: true, shown: [url] });
  }
});

test('every other address opens nothing: the system would choose a program by its scheme', async () => {
  for (const url of [
    'file:///etc/passwd',
    'smb://host/share',
    'javascript:alert(1)',
    'http://192.168.1.1/',
    'http://localhost.evil.example/',
    'x',
  ]) {
    expect(await opened(url)).toEqual({ isOpened: false, shown: [] });
  }
});

test('a system without a browser is told', async () => {
  expect(await opened('https://gateway.example/ipfs/bafy', true)).toEqual({ isOpened: false, shown: [] });
});
