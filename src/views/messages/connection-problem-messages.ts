import type { BaseUrlProblem } from '../../domain/connections/connection.ts';

export const baseUrlProblemMessages: Record<BaseUrlProblem, string> = {
  notAnAddress: 'This is not an address. It begins with https://',
  notHttps: 'Only https is safe for a token; http is accepted for this computer alone.',
  hasUserinfo: 'Leave the name and password out of the address.',
  hasQueryOrFragment: 'Leave out what follows ? or #.',
};

export const unclearRefusalMessage =
  'A 401 does not prove a bad token: it may be invalid, revoked, used up, or not allowed to do this.';

/** Services answer 401 also to a valid token without the permission. */
export const isUnclearRefusal = (answer: string): boolean => /^401\b/.test(answer);
