/** The service under examination, and what the examiner may use. */
export type Subject = {
  /** With the version segment, without a slash at the end. */
  readonly baseUrl: string;
  /** Of a key that may list keys, read files and write files. */
  readonly token: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Where the file and the CID live. */
  readonly network: 'public' | 'private';
  /** A file that may be changed and put back, or null to change nothing. */
  readonly writeFileId: string | null;
  /** Signed content, or null to take that of the file. */
  readonly cid: string | null;
  /** Of a key that lacks `org:files:read`, or null when there is none. */
  readonly unscopedToken: string | null;
};

export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };

/** One statement of the interface. */
export type Check = {
  /** The statement itself. */
  readonly name: string;
  /** The section of the interface that makes it. */
  readonly section: string;
  /**
   * @returns why the statement could not be examined here, or null when it holds
   * @throws ContractBroken when it does not hold
   */
  readonly examine: (subject: Subject) => Promise<string | null>;
};

/** The service does not do what the interface states. */
export class ContractBroken extends Error {
  override name = 'ContractBroken';
}

/** @throws ContractBroken with the finding, unless the statement holds */
export function must(holds: boolean, finding: string): asserts holds {
  if (!holds) throw new ContractBroken(finding);
}

/** Examines one statement. Whatever goes wrong on the way counts as a failure, and the other checks go on. */
export async function outcomeOf(check: Check, subject: Subject): Promise<Outcome> {
  try {
    const why = await check.examine(subject);
    return why === null ? { kind: 'passed' } : { kind: 'skipped', why };
  } catch (error) {
    return { kind: 'failed', why: reason(error) };
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // `fetch failed` says nothing; its cause does.
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
