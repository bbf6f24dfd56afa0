import { expect, test } from 'vitest';
import { networkFailure } from '../../electron/remote/network-failure.ts';
import { never } from './asking.ts';

const coded = (code: string, message = 'failed', more: object = {}) =>
  Object.assign(new Error(message), { code, ...more });
const caused = (cause: unknown) => new TypeError('fetch failed', { cause });

test('a refused tunnel whose message names no status may have taken the request along', () => {
  expect(networkFailure(caused(coded('UND_ERR_ABORTED', 'aborted')), never)).toEqual({
    kind: 'noAnswer',
    detail: 'the connection failed (UND_ERR_ABORTED)',
  });
});

test('a status in another message than that of a refused tunnel is no refusal', () => {
  expect(networkFailure(caused(coded('UND_ERR_SOCKET', 'other side closed (407)')), never)).toEqual({
    kind: 'noAnswer',
    detail: 'the connection was cut (UND_ERR_SOCKET)',
  });
});

test.each([
  ['connect', 'ETIMEDOUT', 'notSent'],
  ['getaddrinfo', 'EAI_FAIL', 'notSent'],
  ['read', 'EHOSTUNREACH', 'noAnswer'],
  ['write', 'ENETUNREACH', 'noAnswer'],
  [undefined, 'ECONNREFUSED', 'notSent'],
  [undefined, 'ECONNRESET', 'noAnswer'],
])('a failure in %s with %s is %s: a lost route breaks running requests too', (syscall, code, kind) => {
  expect(networkFailure(caused(coded(code, 'failed', { syscall })), never)).toMatchObject({ kind });
});

test.each([
  ['ECONNREFUSED', 'connect', 'notSent'],
  ['ECONNRESET', 'read', 'noAnswer'],
])('of the addresses of a host, the first led nowhere and the last failed with %s in %s', (code, syscall, kind) => {
  // Node names the code of the first attempt and no system call (Node.js, `net.setDefaultAutoSelectFamily`).
  const attempts = [coded('ETIMEDOUT', 'failed', { syscall: 'connect' }), coded(code, 'failed', { syscall })];
  const error = Object.assign(new AggregateError(attempts), { code: 'ETIMEDOUT' });
  expect(networkFailure(caused(error), never)).toMatchObject({ kind });
});

test.each([
  ['ERR_CONNECTION_FAILED', 'notSent'],
  ['ERR_NETWORK_ACCESS_DENIED', 'notSent'],
  ['ERR_NAME_RESOLUTION_FAILED', 'notSent'],
  ['ERR_DNS_TIMED_OUT', 'notSent'],
  ['ERR_SOCKS_CONNECTION_FAILED', 'notSent'],
  ['ERR_SOCKS_CONNECTION_HOST_UNREACHABLE', 'notSent'],
  ['ERR_NO_SUPPORTED_PROXIES', 'notSent'],
  ['ERR_NETWORK_CHANGED', 'noAnswer'],
  ['ERR_TIMED_OUT', 'noAnswer'],
])("Chromium's %s is %s: what fails before there is a connection sends nothing", (code, kind) => {
  expect(networkFailure(caused(coded(code)), never)).toMatchObject({ kind });
});

test.each(['CERT_NOT_YET_VALID', 'ERR_CERT_DATE_INVALID'])(
  '%s is told by the clock of this computer, which may be what is wrong',
  (code) => {
    // Chromium has one name for too early and too late (net/base/net_error_list.h).
    const detail = `by the clock of this computer the certificate is not valid now (${code})`;
    expect(networkFailure(caused(coded(code)), never)).toEqual({ kind: 'notSent', detail });
  },
);

test('a failure is known by its cause, however the layers between wrap it', () => {
  let error: Error = coded('ECONNREFUSED');
  for (let layer = 0; layer < 5; layer++) error = caused(error);
  expect(networkFailure(error, never)).toMatchObject({ kind: 'notSent' });
});

test('causes that go round in a circle come to an end', () => {
  const error = new Error('round');
  error.cause = error;
  expect(networkFailure(error, never)).toEqual({ kind: 'noAnswer', detail: 'the connection failed' });
});

test.each([['a text'], [undefined], [new TypeError('Invalid header')]])('%s is no failure of the network', (error) => {
  expect(() => networkFailure(error, never)).toThrow('The request could not be built');
});
