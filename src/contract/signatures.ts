import { z } from 'zod';
import { connectionId, network } from '../domain/core/ids.ts';
import { selection } from '../domain/files/queries.ts';
import { knownSigner, MOST_KNOWN_SIGNERS, signerAddress } from '../domain/signatures/known-signer.ts';
import {
  storedSignature,
  signatureCounts,
  signatureFilter,
  signatureRow,
} from '../domain/signatures/signature-record.ts';
import { channel, nothing } from './channel.ts';

/** The signature over one CID, as far as it was fetched. */
export const knownSignature = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notFetched') }),
  storedSignature.extend({ kind: z.literal('fetched') }),
]);
export type KnownSignature = Readonly<z.infer<typeof knownSignature>>;

/** The running jobs on signatures of one connection; null without a job. */
export const signatureJobs = z.object({
  fetch: z
    .object({
      /** `resting`: paused, offline or without a token. */
      status: z.enum(['gathering', 'asking', 'waiting', 'resting', 'notAllowed', 'done']),
      total: z.number(),
      done: z.number(),
      /** Failed ones among those done. */
      failed: z.number(),
      /** The service's message for the last failure. */
      failure: z.string().nullable(),
      retryAtMs: z.number().nullable(),
    })
    .nullable(),
  check: z.object({ done: z.number(), total: z.number() }).nullable(),
});
export type SignatureJobs = Readonly<z.infer<typeof signatureJobs>>;

/** An unusable line of a signer list. */
export const signerProblem = z.object({ line: z.number(), text: z.string(), problem: z.string() });
export type SignerProblem = Readonly<z.infer<typeof signerProblem>>;

/** The most unusable lines that an answer lists; more are counted. */
export const MOST_SIGNER_PROBLEMS = 1_000;

const inConnection = z.object({ connectionId });
const content = z.object({ network, cid: z.string().min(1).max(500) });
const one = inConnection.extend(content.shape);
const format = z.enum(['csv', 'json']);
const signers = z.object({ signers: z.array(knownSigner) });
const position = z.number().int().nonnegative();

/** The most CIDs of one pasted list. */
export const MOST_PASTED_CIDS = 10_000;

/** The longest list of signers that can be imported, in UTF-16 code units. */
export const LONGEST_SIGNER_LIST = MOST_KNOWN_SIGNERS * 500;

/** Channels of signatures and known signers. */
export const signatureChannels = {
  'signatures.get': channel(one, knownSignature),
  /** Fetches the signature now and verifies it. */
  'signatures.fetch': channel(one, knownSignature),
  /** Starts a fetch job, or adds to the running one. Fails while the job still collects an earlier selection. */
  'signatures.start': channel(
    inConnection.extend({
      of: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('files'), selection }),
        z.object({ kind: z.literal('contents'), contents: z.array(content).min(1).max(MOST_PASTED_CIDS) }),
      ]),
      /** Whether the job skips signatures that were fetched before. */
      onlyMissing: z.boolean(),
    }),
    signatureJobs,
  ),
  'signatures.work': channel(inConnection, signatureJobs),
  /** Continues the fetch job at once, during back-off and after a missing permission too. */
  'signatures.goOn': channel(inConnection, signatureJobs),
  /** Cancels the fetch job, or hides a finished one. */
  'signatures.cancel': channel(inConnection, signatureJobs),
  /** Verifies all fetched signatures again, against the known signers and without the network. */
  'signatures.checkAll': channel(inConnection, signatureJobs),
  /** Newest first, from `from` to before `to`, at most 200. */
  'signatures.page': channel(
    inConnection.extend({ filter: signatureFilter, from: position, to: position }),
    z.object({ rows: z.array(signatureRow), count: z.number() }),
  ),
  'signatures.counts': channel(inConnection, signatureCounts),
  /** The number of files without a fetched signature. */
  'signatures.unfetched': channel(inConnection, z.object({ files: z.number() })),
  'signatures.report': channel(
    inConnection.extend({ filter: signatureFilter, format }),
    z.object({ text: z.string(), rows: z.number() }),
  ),
  /** The known signers by label. They belong to the person, not to a connection. */
  'signers.list': channel(nothing, signers),
  /** Adds a signer, or changes its label. An invalid address or label fails with `unfit` and a message. */
  'signers.put': channel(z.object({ address: z.string().max(200), label: z.string().max(1_000) }), signers),
  'signers.remove': channel(z.object({ address: signerAddress }), signers),
  /** Adds the signers of a list in one transaction; `taken` counts each address once. Unusable lines are problems. */
  'signers.import': channel(
    z.object({ text: z.string().max(LONGEST_SIGNER_LIST) }),
    signers.extend({
      taken: z.number(),
      problems: z.array(signerProblem).max(MOST_SIGNER_PROBLEMS),
      problemCount: z.number(),
    }),
  ),
  'signers.export': channel(z.object({ format }), z.object({ text: z.string() })),
};
