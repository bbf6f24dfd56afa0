/** Where a CID stands; `unchecked` is signed by somebody, and nobody has looked who. */
export const signatureStandings = ['notSigned', 'unchecked', 'valid', 'noMatch', 'malformed'] as const;
export type SignatureStanding = (typeof signatureStandings)[number];

/** How the date was spelled that was signed: as the service keeps it, or cut to milliseconds. */
export const dateSpellings = ['asStored', 'milliseconds'] as const;
export type DateSpelling = (typeof dateSpellings)[number];
export type SignedDate = { readonly text: string; readonly spelling: DateSpelling };
