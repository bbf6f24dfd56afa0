import { z } from 'zod';
import { connectionId, network } from '../domain/core/ids.ts';
import { selection } from '../domain/files/selection.ts';
import { knownSigner, MOST_KNOWN_SIGNERS, signerAddress } from '../domain/signatures/known-signer.ts';
import {
  heldSignature,
  signatureFilter,
  signatureRow,
  signatureStatuses,
} from '../domain/signatures/signature-record.ts';
import { channel, nothing } from './channel.ts';

/** What is known of the signature over one CID. */
export const signatureState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notFetched') }),
  heldSignature.extend({ kind: z.literal('fetched') }),
]);
export type SignatureState = Readonly<z.infer<typeof signatureState>>;

/** Work on the signatures of one connection; null where there is none. */
export const signatureJobs = z.object({
  fetch: z
    .object({
      /** `resting`: paused, offline or without a token. */
      status: z.enum(['gathering', 'asking', 'waiting', 'resting', 'notAllowed', 'done']),
      total: z.number(),
      done: z.number(),
      /** Of those done: given up. */
      failed: z.number(),
      /** The service's words about the last of them. */
      failure: z.string().nullable(),
      retryAtMs: z.number().nullable(),
    })
    .nullable(),
  check: z.object({ done: z.number(), total: z.number() }).nullable(),
});
export type SignatureJobs = Readonly<z.infer<typeof signatureJobs>>;

export const signatureCounts = z.object({
  all: z.number(),
  statuses: z.object(
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- fromEntries forgets the names
    Object.fromEntries(signatureStatuses.map((one) => [one, z.number()])) as Record<
      (typeof signatureStatuses)[number],
      z.ZodNumber
    >,
  ),
  /** Valid ones, by whose they are. */
  signers: z.array(z.object({ address: signerAddress, count: z.number() })),
});
export type SignatureCounts = Readonly<z.infer<typeof signatureCounts>>;

/** What became of one line of a list of signers. */
export const signerProblem = z.object({ line: z.number(), text: z.string(), flaw: z.string() });
export type SignerProblem = Readonly<z.infer<typeof signerProblem>>;

const inConnection = z.object({ connectionId });
const content = z.object({ network, cid: z.string().min(1).max(500) });
const one = inConnection.extend(content.shape);
const format = z.enum(['csv', 'json']);
const signers = z.object({ signers: z.array(knownSigner) });
const position = z.number().int().nonnegative();

export const MOST_PASTED_CIDS = 10_000;

export const signatureChannels = {
  'signatures.get': channel(one, signatureState),
  /** Asks the service now, and looks who signed. */
  'signatures.fetch': channel(one, signatureState),
  /** Fetches many in the background; also adds to what is being fetched. Refused while an earlier choice is gathered. */
  'signatures.start': channel(
    inConnection.extend({
      of: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('files'), selection }),
        z.object({ kind: z.literal('contents'), contents: z.array(content).min(1).max(MOST_PASTED_CIDS) }),
      ]),
      /** Leaves out those that were ever fetched. */
      onlyMissing: z.boolean(),
    }),
    signatureJobs,
  ),
  'signatures.work': channel(inConnection, signatureJobs),
  /** At once, whatever it waits for; also after the token was not allowed to. */
  'signatures.goOn': channel(inConnection, signatureJobs),
  /** Forgets what was not fetched yet, or that a job came to its end. */
  'signatures.cancel': channel(inConnection, signatureJobs),
  /** Checks all of them again against the known signers, without a network. */
  'signatures.checkAll': channel(inConnection, signatureJobs),
  /** Youngest first, `from` included, `to` not; at most 200. */
  'signatures.page': channel(
    inConnection.extend({ filter: signatureFilter, from: position, to: position }),
    z.object({ rows: z.array(signatureRow), count: z.number() }),
  ),
  'signatures.counts': channel(inConnection, signatureCounts),
  /** How many files have a CID whose signature was never fetched. */
  'signatures.unfetched': channel(inConnection, z.object({ files: z.number() })),
  'signatures.report': channel(
    inConnection.extend({ filter: signatureFilter, format }),
    z.object({ text: z.string(), rows: z.number() }),
  ),
  /** By label. They are the person's, whatever the connection. */
  'signers.list': channel(nothing, signers),
  /** Adds one, or gives it another label; an address or label that will not do is `unfit`, and its flaw says why. */
  'signers.put': channel(z.object({ address: z.string().max(200), label: z.string().max(1_000) }), signers),
  'signers.remove': channel(z.object({ address: signerAddress }), signers),
  /** Adds what can be read of a list, in one; lines that cannot are told and change nothing. */
  'signers.import': channel(
    z.object({ text: z.string().max(MOST_KNOWN_SIGNERS * 500) }),
    signers.extend({ taken: z.number(), problems: z.array(signerProblem) }),
  ),
  'signers.export': channel(z.object({ format }), z.object({ text: z.string() })),
};
