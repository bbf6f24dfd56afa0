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
  readonly forgetRequests: () => Promise<void>;
  /** Pages of lists of files asked for since requests were forgotten, of the last 5,000 requests. */
  readonly listedPages: () => Promise<number>;
  readonly close: () => Promise<void>;
};

const requests = z.object({ requests: z.array(z.object({ path: z.string() })) });

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
  const control = async (path: string, body: object | null): Promise<unknown> => {
    const headers = { 'X-Practice-Control': controlToken, 'Content-Type': 'application/json' };
    const sent = body === null ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${controlUrl}${path}`, sent);
    if (!answer.ok) throw new Error(`The practice service refused: ${await answer.text()}`);
    return await answer.json();
  };
  return {
    baseUrl,
    token: adminToken,
    latencyIs: async (latencyMs) => void (await control('/switches', { latencyMs })),
    forgetRequests: async () => void (await control('/forget-requests', {})),
    listedPages: async () => {
      const asked = requests.parse(await control('/requests?limit=5000', null));
      return asked.requests.filter(({ path }) => /\/files\/\w+\?/.test(path)).length;
    },
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
