import { contentKind } from './content-type.ts';

/** Who answered in place of the service, as far as the answer tells. Neither its body nor a whole address is repeated. */
export function strangerWords({ status, headers }: Pick<Response, 'status' | 'headers'>): string {
  if (status === 407) return 'a proxy asks for a name and a password (407)';
  if (status === 511) return 'the network asks to sign in first (511)';
  if (status >= 300 && status < 400) return `${redirectWords(headers.get('location'))} (${status})`;
  if (contentKind(headers.get('content-type')) === 'html')
    return `a web page came instead, as a proxy or a sign-in page sends it (${status})`;
  return `something else answered: ${status}, no JSON`;
}

/** What a proxy said that would not open a tunnel to the service. */
export const tunnelWords = (status: number): string =>
  status === 407
    ? 'a proxy asks for a name and a password (407)'
    : `a proxy did not let this through to the service (${status})`;

/** The host alone: the rest of such an address often holds what was asked for, and more. */
function redirectWords(location: string | null): string {
  if (location === null || !URL.canParse(location)) return 'a redirect came instead';
  const { host } = new URL(location);
  return host === '' ? 'a redirect came instead' : `a redirect to ${host} came instead, as for signing in`;
}
