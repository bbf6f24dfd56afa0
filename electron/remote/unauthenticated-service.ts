import type { Answer, Service } from './service.ts';

const refused = async (): Answer<never> => ({ ok: false, failure: { kind: 'notSent', detail: 'there is no token' } });

/** What stands in for a service while its token is missing: asks nobody. */
export const serviceWithoutToken: Service = {
  updateFile: refused,
  readFile: refused,
  listFiles: refused,
  listKeys: refused,
  signature: refused,
};
