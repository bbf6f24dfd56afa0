import { Worker } from 'node:worker_threads';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { DuplicateContent } from '../../database/duplicates/duplicate-content.ts';
import { workerProgram } from '../worker-program.ts';

const program = workerProgram(import.meta.url, './main.ts', 'duplicate-finder');
const resourceLimits = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 256 };

/** Looks for files of the same content in a thread of its own, because every file has to be read. */
export class DuplicateFinder {
  readonly #mirrorPath: string;
  readonly #threads = new Set<Worker>();

  constructor(mirrorPath: string) {
    this.#mirrorPath = mirrorPath;
  }

  readonly find = (connectionId: ConnectionId): Promise<DuplicateContent> =>
    new Promise((resolve, reject) => {
      const workerData = { mirrorPath: this.#mirrorPath, connectionId };
      const thread = new Worker(program, { workerData, name: 'pinfold finder', resourceLimits });
      this.#threads.add(thread);
      thread.on('message', (found: DuplicateContent) => resolve(found));
      thread.on('error', reject);
      thread.on('exit', () => {
        this.#threads.delete(thread);
        reject(new Error('The finder ended without a word'));
      });
    });

  /** What is being looked for is not wanted any more. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }
}
