import { parentPort } from 'node:worker_threads';
import {
  checkSignature,
  type SignatureVerdict,
  type SignedContent,
} from '../../../src/domain/signatures/content-signature.ts';
import type { SignerAddress } from '../../../src/domain/signatures/known-signer.ts';

/** What the verifier is asked. Both ends are ours and of one build, so nothing here is parsed. */
export type VerifyRequest = {
  readonly id: number;
  readonly contents: readonly SignedContent[];
  readonly signers: readonly SignerAddress[];
};
export type VerifyAnswer = { readonly id: number; readonly verdicts: readonly SignatureVerdict[] };

/** The composition root of the thread that checks signatures: a millisecond or more for each try. */
const port = parentPort;
if (port === null) throw new Error('The verifier is a thread of the core');

port.on('message', ({ id, contents, signers }: VerifyRequest) => {
  const answer: VerifyAnswer = { id, verdicts: contents.map((content) => checkSignature(content, signers)) };
  port.postMessage(answer);
});
