import type { SignatureVerdict } from '../../../src/domain/signatures/content-signature.ts';
import { WorkerClient } from '../worker-client.ts';
import { workerProgram } from '../worker-program.ts';
import type { VerifyRequest } from './main.ts';

/** Verifies signatures in a thread of its own: verification needs the processor, and little memory. */
export const verifierClient = (): WorkerClient<VerifyRequest, readonly SignatureVerdict[]> =>
  new WorkerClient({
    program: workerProgram(import.meta.url, './main.ts', 'verifier'),
    name: 'pinfold verifier',
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
  });
