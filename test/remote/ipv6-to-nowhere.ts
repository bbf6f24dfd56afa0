import dns from 'node:dns';

/**
 * Loaded before a program, as a name server that knows an address of either kind for this computer, of which nobody has the
 * first: those addresses are for documentation (RFC 3849, 2).
 */
const addresses = [
  { address: '2001:db8::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
];

type Known = (error: null, found: typeof addresses) => void;

Object.assign(dns, {
  lookup: (_name: string, { all }: { readonly all?: boolean }, known: Known) => {
    if (all !== true) throw new Error('Only the first address was asked for');
    process.nextTick(known, null, addresses);
  },
});
