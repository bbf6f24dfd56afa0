import {
  checkSignature,
  type SignatureVerdict,
  type SignedContent,
} from '../../../src/domain/signatures/content-signature.ts';
import type { SignerAddress } from '../../../src/domain/signatures/known-signer.ts';
import { answerRequests } from '../answer-requests.ts';

export type VerifyRequest = {
  readonly contents: readonly SignedContent[];
  readonly signers: readonly SignerAddress[];
};

/** The composition root of the thread that verifies signatures: each signature takes a millisecond or more. */
answerRequests<VerifyRequest, readonly SignatureVerdict[]>(({ contents, signers }) =>
  contents.map((content) => checkSignature(content, signers)),
);
