import { Worker } from 'node:worker_threads';
import type { Verify } from '../../sync/signatures/verification-jobs.ts';
import type { VerifyAnswer, VerifyRequest } from './main.ts';
import { workerProgram } from '../worker-program.ts';

const program = workerProgram(import.meta.url, './main.ts', 'verifier');

/** Checking needs numbers and little memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 };

type Waiting = { readonly resolve: (answer: VerifyAnswer['verdicts']) => void; readonly reject: (why: Error) => void };

/** Checks signatures in a thread of its own, which is there from the first question on. */
export class VerifierClient {
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | null = null;
  #asked = 0;

  readonly verify: Verify = (contents, signers) =>
    new Promise((resolve, reject) => {
      const id = ++this.#asked;
      this.#waiting.set(id, { resolve, reject });
      const question: VerifyRequest = { id, contents, signers };
      this.#running().postMessage(question);
    });

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  #running(): Worker {
    return (this.#thread ??= this.#started());
  }

  #started(): Worker {
    const thread = new Worker(program, { name: 'pinfold verifier', resourceLimits });
    thread.on('message', ({ id, verdicts }: VerifyAnswer) => {
      this.#waiting.get(id)?.resolve(verdicts);
      this.#waiting.delete(id);
    });
    thread.on('error', (error) => this.#broken(error instanceof Error ? error : new Error(String(error))));
    thread.on('exit', () => this.#broken(new Error('The verifier ended without an answer')));
    return thread;
  }

  #broken(why: Error): void {
    this.#thread = null;
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
  }
}
