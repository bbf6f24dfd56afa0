/**
 * The rate that remains possible, with 95 % confidence, where a count found nothing: under 3 in n (the rule of three,
 * Hanley and Lippman-Hand, JAMA 1983). Empty where something was found, for then the count itself is the estimate.
 */
export const boundOf = (found: number, tries: number): string =>
  found === 0 && tries > 0 ? `under 3 in ${tries.toLocaleString('en-GB')}` : '';
