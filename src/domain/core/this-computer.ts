/** The hosts that stand for this computer in an address, as `URL` spells them. */
export const hostsOfThisComputer: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address is plain http on this computer, where nobody on the way reads along. */
export const isHttpOnThisComputer = ({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean =>
  protocol === 'http:' && hostsOfThisComputer.includes(hostname);

/**
 * Whether a host is a subdomain of `localhost`, which a gateway on this computer has for each CID. A resolver may ask the
 * network for such a name (RFC 6761, 6.3), so that no token is sent there.
 */
export const isSubdomainOfLocalhost = ({ hostname }: Pick<URL, 'hostname'>): boolean => hostname.endsWith('.localhost');
