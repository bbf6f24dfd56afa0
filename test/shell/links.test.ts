import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { addressOfLink, exitInto, hearLinks, linkAmong, Links } from '../../electron/shell/links.ts';

const page = 'app://bundle/';

test.each([
  ['pinfold:/c/one/files/public/two', 'app://bundle/#/c/one/files/public/two'],
  ['pinfold://open/c/one/keys?condition=active', 'app://bundle/#/c/one/keys?condition=active'],
  ['PINFOLD:/connect', 'app://bundle/#/connect'],
  ['pinfold:/', 'app://bundle/#/'],
  ['pinfold:/<script>', 'app://bundle/#/<script>'],
])('the link %s leads to %s', (link, address) => {
  expect(addressOfLink(link, page)).toBe(address);
});

test.each([
  'https://elsewhere.example/',
  'pinfold:c/one',
  'pinfold://elsewhere.example/c/one',
  'pinfold:/c/one#/c/two',
  'pinfold:/c/one two',
  'pinfold:/c/one\n--inspect',
  'pinfold:/c/\u0000',
  'pinfold:/c/ä',
  `pinfold:/${'x'.repeat(2_000)}`,
  ' pinfold:/c/one',
])('%j leads nowhere', (link) => {
  expect(addressOfLink(link, page)).toBeNull();
});

test('every link stays on the page, whatever it says', () => {
  for (let code = 0; code < 256; code++) {
    const address = addressOfLink(`pinfold:/c/${String.fromCodePoint(code)}`, page);
    if (address !== null) expect(address.replace(/#.*$/s, '')).toBe(page);
  }
});

test('the last link among the words of a start is the one', () => {
  expect(linkAmong(['/opt/pinfold', '--profile', 'x', 'pinfold:/a', 'pinfold:/b'])).toBe('pinfold:/b');
  expect(linkAmong(['/opt/pinfold', '--', 'file.csv'])).toBeNull();
});

describe('a link', () => {
  function shell() {
    const opened: string[] = [];
    let hasWindows = false;
    let focused = 0;
    const links = new Links({
      page,
      windows: () => (hasWindows ? { open: async (address) => void opened.push(address) } : null),
      focus: () => void (focused += 1),
    });
    return { links, opened, open: () => (hasWindows = true), focused: () => focused };
  }

  test('that comes before there is a window says what the first one shows', async () => {
    const { links } = shell();
    await links.take('pinfold:/c/one/library');
    expect(links.first(['pinfold'])).toBe('app://bundle/#/c/one/library');
    expect(links.first(['pinfold'])).toBe(page);
    expect(links.first(['pinfold', 'pinfold:/c/two'])).toBe('app://bundle/#/c/two');
    expect(links.first(['pinfold', 'pinfold:nonsense'])).toBe(page);
  });

  test('that another start hands over while this one is not ready says what the first window shows', () => {
    const { links, focused } = shell();
    const app = new EventEmitter();
    hearLinks(app, links);
    app.emit('second-instance', {}, ['pinfold', 'pinfold:/c/two']);
    app.emit('second-instance', {}, ['pinfold']);
    expect([links.first(['pinfold', 'pinfold:/c/one']), focused()]).toEqual(['app://bundle/#/c/two', 1]);
  });

  test('that macOS hands over is nobody else’s', () => {
    const { links } = shell();
    const app = new EventEmitter();
    let isOurs = false;
    hearLinks(app, links);
    app.emit('open-url', { preventDefault: () => (isOurs = true) }, 'pinfold:/c/one');
    expect([links.first([]), isOurs]).toEqual(['app://bundle/#/c/one', true]);
  });

  test('opens a window of its own, and a start without one brings the app to the front', async () => {
    const { links, opened, open, focused } = shell();
    open();
    await links.takeStart(['pinfold', 'pinfold:/c/one']);
    await links.takeStart(['pinfold']);
    await links.takeStart(['pinfold', 'pinfold://elsewhere.example/']);
    expect([opened, focused()]).toEqual([['app://bundle/#/c/one'], 2]);
  });
});

describe('a start while the app closes', () => {
  const own = [
    '/work/pinfold',
    '--profile',
    '/p',
    '--practice',
    '--connect',
    'https://a.example',
    '--name=A',
    '--',
    'pinfold:/old',
  ];
  function closing() {
    const opened: string[] = [];
    let focused = 0;
    const windows = { open: async (address: string) => void opened.push(address) };
    const links = new Links({ page, windows: () => windows, focus: () => void (focused += 1) });
    const app = new EventEmitter();
    hearLinks(app, links);
    links.leave();
    return { app, links, shown: () => [opened, focused] };
  }

  test('shows no window of the app that ends, and is the next one, without what is done once', () => {
    const { app, links, shown } = closing();
    expect(links.next(own)).toBeNull();
    app.emit('second-instance', {}, ['pinfold']);
    expect(links.next(own)).toEqual(['/work/pinfold', '--profile', '/p']);
    expect(shown()).toEqual([[], 0]);
  });

  test('opens the link that it came with, or that macOS hands over', () => {
    const { app, links, shown } = closing();
    app.emit('second-instance', {}, ['pinfold', '--', 'pinfold:/c/one']);
    app.emit('second-instance', {}, ['pinfold']);
    expect(links.next(own)).toEqual(['/work/pinfold', '--profile', '/p', '--', 'pinfold:/c/one']);
    app.emit('open-url', { preventDefault: () => undefined }, 'pinfold:/c/two');
    expect(links.next([])).toEqual(['--', 'pinfold:/c/two']);
    expect(shown()).toEqual([[], 0]);
  });

  test('is begun when the app exits, and no other time', () => {
    const { app, links } = closing();
    const happened: unknown[] = [];
    const exiting = {
      relaunch: (options: unknown) => void happened.push(options),
      exit: (code: number) => void happened.push(code),
    };
    const exit = exitInto(exiting, links, { program: '/opt/pinfold', argv: ['/opt/pinfold', '--profile', '/p'] });
    exit(0);
    app.emit('second-instance', {}, ['pinfold', '--', 'pinfold://elsewhere.example/']);
    exit(1);
    expect(happened).toEqual([0, { execPath: '/opt/pinfold', args: ['--profile', '/p'] }, 1]);
  });
});
