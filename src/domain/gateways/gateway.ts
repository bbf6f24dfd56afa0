import { type BaseUrlProblem, parseBaseUrl } from '../connections/typed-address.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { isHttpOnThisComputer, isSubdomainOfLocalhost } from '../core/this-computer.ts';
import { readCid } from '../signatures/cid.ts';

/** Where the CID stands in the address of a subdomain gateway. */
const PLACE = '{cid}';
const LONGEST_LABEL = 63;

/** Why an address is no gateway's. `cidPlace`: `{cid}` stands where no gateway has a CID. */
export type GatewayProblem = BaseUrlProblem | 'cidPlace';

/**
 * Reads the address of a gateway as a person types it, by the rules of a service's address. A subdomain gateway is typed
 * with `{cid}` as its first label (IPFS, "Subdomain Gateway Specification"); any other address is a path gateway. Plain http
 * may lead to a subdomain of `localhost` too, where a gateway on this computer has its contents.
 *
 * @returns the address without trailing slashes, and without the `/ipfs` that its paths begin with
 */
export function parseGateway(text: string): Result<string, GatewayProblem> {
  const typed = text.trim();
  const isSubdomain = /^https?:\/\/\{cid\}\./i.test(typed);
  const base = isSubdomain ? typed.replace(/\{cid\}\./i, '') : typed.replace(/(\/ipfs)\/\{cid\}\/*$/i, '$1');
  // Kept in the path it would be asked for in front of each CID, and nothing would ever be found.
  if (/\{cid\}/i.test(base)) return fail('cidPlace');
  const parsed = parseBaseUrl(base, (url) => isHttpOnThisComputer(url) || isSubdomainOfLocalhost(url));
  if (!parsed.ok) return parsed;
  const bare = parsed.value.replace(/\/ipfs$/, '');
  // An IP address has no subdomains (URL Standard, "ends in a number").
  if (isSubdomain && !URL.canParse(bare.replace('://', '://cid.'))) return fail('cidPlace');
  return ok(isSubdomain ? bare.replace('://', `://${PLACE}.`) : bare);
}

/**
 * Where a gateway has a content. The CID is spelled anew, so that nothing else of a service's text stands in the address.
 *
 * @param address as `parseGateway` returns it
 * @returns null for text that is no CID, and for a CID that is longer than a label of a host may be (RFC 1035, 2.3.4)
 */
export function gatewayUrl(address: string, cid: string): string | null {
  const parts = readCid(cid);
  if (parts === null) return null;
  if (!address.includes(PLACE)) return `${address}/ipfs/${parts.asVersion1}`;
  return parts.asVersion1.length > LONGEST_LABEL ? null : address.replace(PLACE, parts.asVersion1);
}

/**
 * Where a redirect of a gateway may lead: to the host that was asked, or a subdomain of it, as a path gateway that hands
 * over to its subdomains does; never from https to http, and never to another host, which could be one of the person's own
 * network.
 *
 * @param location the header, which may be relative
 * @returns null for every other redirect
 */
export function redirectOf(from: string, location: string): string | null {
  if (!URL.canParse(location, from)) return null;
  const [asked, target] = [new URL(from), new URL(location, from)];
  const isWithin = target.hostname === asked.hostname || target.hostname.endsWith(`.${asked.hostname}`);
  const isAlike = target.protocol === asked.protocol && target.port === asked.port;
  return isWithin && isAlike && target.username === '' && target.password === '' ? target.href : null;
}
