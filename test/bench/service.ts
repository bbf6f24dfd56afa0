import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const ready = z.object({
  baseUrl: z.string(),
  controlUrl: z.string(),
  controlToken: z.string(),
  adminToken: z.string(),
});

/** A practice service in a process of its own, so that its work is not taken for the core's. */
export type BenchService = {
  readonly baseUrl: string;
  readonly token: string;
  readonly latencyIs: (latencyMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** @param databasePath of an account made before */
export async function startService(databasePath: string): Promise<BenchService> {
  const program = join(import.meta.dirname, '../../electron/practice/process.ts');
  const child = spawn(process.execPath, [program, '--database', databasePath], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('close', (code) => reject(new Error(`The practice service ended with ${code}`)));
  });
  const { baseUrl, controlUrl, controlToken, adminToken } = ready.parse(JSON.parse(line));
  return {
    baseUrl,
    token: adminToken,
    latencyIs: async (latencyMs) => {
      const headers = { 'X-Practice-Control': controlToken, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ latencyMs });
      const answer = await fetch(`${controlUrl}/switches`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`The practice service refused: ${await answer.text()}`);
    },
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
