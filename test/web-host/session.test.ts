import { expect, test } from 'vitest';
import { Session } from '../../electron/web-host/session.ts';

test.each([
  [80, 'http://127.0.0.1'],
  [8080, 'http://127.0.0.1:8080'],
])('a browser that opens a page on port %i is heard as it names the host: %s', (port, origin) => {
  const session = new Session(port);
  const { host } = new URL(session.newAddress());
  expect([session.origin, session.newAddress().startsWith(`${origin}/enter/`)]).toEqual([origin, true]);
  // Browsers leave the usual port of a scheme out (URL Standard, "default port").
  expect(session.isAddressed({ host })).toBe(true);
  expect(session.isAddressed({ host, origin: new URL(origin).origin })).toBe(true);
  expect(session.isAddressed({ host, origin: 'http://127.0.0.1:81' })).toBe(false);
});
