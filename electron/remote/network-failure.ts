import { errorCode } from '../../src/domain/core/thrown.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import { tunnelMessage } from './error-response.ts';

/**
 * The failure of a rejected `fetch`: `notSent` when no byte of the request can have left, and `noAnswer` when the
 * request may have reached the service.
 *
 * @throws Error for a bug in the request. The original error stays out: ofetch puts the headers, and so the token, into
 *   it
 */
export function networkFailure(error: unknown, caller: AbortSignal): RemoteFailure {
  if (caller.aborted) return { kind: 'noAnswer', detail: 'given up before an answer came' };
  const causes = [...causesOf(error)];
  if (causes.some((cause) => cause.name === 'TimeoutError')) return { kind: 'noAnswer', detail: 'no answer in time' };
  const failed = causes.find((cause) => errorCode(cause) !== null);
  if (failed === undefined) return uncoded(causes);
  const code = errorCode(failed) ?? '';
  const refusal = code === TUNNEL_REFUSED ? /\((\d{3})\)/.exec(failed.message)?.[1] : undefined;
  if (refusal !== undefined) return { kind: 'notOurService', detail: tunnelMessage(Number(refusal)) };
  const detail = `${messages.get(code) ?? 'the connection failed'} (${code})`;
  return { kind: isBeforeSending(failed, code) ? 'notSent' : 'noAnswer', detail };
}

/** `fetch` rejects with a `TypeError` without a cause when its arguments are invalid (Fetch Standard, `fetch`). */
function uncoded(causes: readonly Error[]): RemoteFailure {
  const innermost = causes.at(-1);
  if (innermost === undefined || innermost instanceof TypeError) throw new Error('The request could not be built');
  return { kind: 'noAnswer', detail: 'the connection failed' };
}

function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth++) yield cause;
}

/**
 * With a `syscall`, only `getaddrinfo` and `connect` come before sending: a lost route also breaks a running request.
 */
function isBeforeSending(error: Error, code: string): boolean {
  // The attempts at several addresses of one host fail together, under the code of the first.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isAttemptBeforeSending);
  if ('syscall' in error && typeof error.syscall === 'string') {
    return error.syscall === 'connect' || error.syscall === 'getaddrinfo';
  }
  return BEFORE_SENDING.has(code) || CERTIFICATE.test(code);
}

const isAttemptBeforeSending = (attempt: unknown): boolean =>
  attempt instanceof Error && isBeforeSending(attempt, errorCode(attempt) ?? '');

/** The code of undici's `ProxyAgent` for a proxy that refused `CONNECT`; the error's message contains the status. */
const TUNNEL_REFUSED = 'UND_ERR_ABORTED';

const BEFORE_SENDING = new Set([
  // Chromium's names (net/base/net_error_list.h), where Electron sends the requests.
  'ERR_NAME_NOT_RESOLVED',
  'ERR_NAME_RESOLUTION_FAILED',
  'ERR_DNS_TIMED_OUT',
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_FAILED',
  'ERR_CONNECTION_TIMED_OUT',
  'ERR_NETWORK_ACCESS_DENIED',
  'ERR_INTERNET_DISCONNECTED',
  'ERR_ADDRESS_UNREACHABLE',
  'ERR_PROXY_CONNECTION_FAILED',
  'ERR_NO_SUPPORTED_PROXIES',
  'ERR_SOCKS_CONNECTION_FAILED',
  'ERR_SOCKS_CONNECTION_HOST_UNREACHABLE',
  'ERR_TUNNEL_CONNECTION_FAILED',
  'ERR_PROXY_CERTIFICATE_INVALID',
  'ERR_MANDATORY_PROXY_CONFIGURATION_FAILED',
  'ERR_SSL_VERSION_OR_CIPHER_MISMATCH',
  // The app's own code for an unusable proxy.
  'ERR_PROXY_ADDRESS',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
]);

/**
 * Codes of rejected certificates: OpenSSL's as Node spells them (Node.js TLS, "X509 certificate error codes"), and
 * Chromium's.
 */
const CERTIFICATE = /^(CERT_|ERR_CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|ERR_TLS_CERT_)/;

const messages = new Map([
  ['ENOTFOUND', 'there is no host of that name'],
  ['EAI_AGAIN', 'host names cannot be looked up'],
  ['ECONNREFUSED', 'the connection was refused'],
  ['EHOSTUNREACH', 'the host cannot be reached'],
  ['ENETUNREACH', 'there is no network'],
  ['ETIMEDOUT', 'the connection timed out'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the host did not pick up'],
  ['ECONNRESET', 'the connection was cut'],
  ['UND_ERR_SOCKET', 'the connection was cut'],
  ['CERT_HAS_EXPIRED', 'the certificate has expired'],
  ['CERT_NOT_YET_VALID', 'by the clock of this computer the certificate is not valid now'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'the certificate is self-signed'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for another host'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the host does not speak TLS there'],
  ['ERR_NAME_NOT_RESOLVED', 'there is no host of that name'],
  ['ERR_CONNECTION_REFUSED', 'the connection was refused'],
  ['ERR_CONNECTION_RESET', 'the connection was cut'],
  ['ERR_CONNECTION_TIMED_OUT', 'the host did not pick up'],
  ['ERR_INTERNET_DISCONNECTED', 'there is no network'],
  ['ERR_ADDRESS_UNREACHABLE', 'the host cannot be reached'],
  ['ERR_PROXY_CONNECTION_FAILED', 'the proxy cannot be reached'],
  ['ERR_TUNNEL_CONNECTION_FAILED', 'the proxy did not pass this on'],
  ['ERR_PROXY_ADDRESS', 'the proxy that is set is not an address of the form http://host:port'],
  ['ERR_CERT_AUTHORITY_INVALID', 'nobody this computer trusts vouches for the certificate'],
  ['ERR_CERT_DATE_INVALID', 'by the clock of this computer the certificate is not valid now'],
  ['ERR_CERT_COMMON_NAME_INVALID', 'the certificate is for another host'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'nobody this computer trusts vouches for the certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'nobody this computer trusts vouches for the certificate'],
]);
