import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../support/database.ts';
import { tlsServer } from '../support/tls-server.ts';
import { canary, okBody } from '../remote/asking.ts';

const POLL = { timeout: 30_000, interval: 50 };

/** Starts the web host for a service on this computer whose certificate vouches for itself. */
async function startedWith(environment: Readonly<Record<string, string>>) {
  const service = await tlsServer(okBody);
  const words = ['electron/serve.ts', '--no-open', '--profile', temporaryDirectory()];
  const child = spawn(process.execPath, [...words, `--connect=https://localhost:${service.port}/v3`], {
    env: { ...process.env, PINFOLD_TOKEN: canary, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const complaints = text(child.stderr);
  const ended = async (): Promise<string> => {
    child.kill('SIGTERM');
    return complaints;
  };
  return { service, ended };
}

test('a variable that switches the checks of certificates off sends no token to a stranger, and is said to do nothing', async () => {
  const { service, ended } = await startedWith({ NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  await expect.poll(service.ended, POLL).toBeGreaterThan(0);
  expect(service.authorizations).toEqual([]);
  const complaints = await ended();
  expect(complaints).toContain('NODE_TLS_REJECT_UNAUTHORIZED');
  expect(complaints).toContain('NODE_EXTRA_CA_CERTS');
});
