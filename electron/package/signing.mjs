import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The environment in which the builder signs. A secret that a repository does not have comes as an empty variable, and the
 * builder takes an empty CSC_LINK for a path and ends. It then looks for no identity either: the ones of a hosted machine are
 * not ours. Where there is a certificate it has to look, or it signs nothing.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function signingFrom(env) {
  if (env['CSC_LINK'] !== '') return { ...env };
  const { CSC_LINK: _, CSC_KEY_PASSWORD: __, ...rest } = env;
  return { ...rest, CSC_IDENTITY_AUTO_DISCOVERY: 'false' };
}

/**
 * Packs in that environment. The program of Apple that notarizes asks for the file of its key, and a repository keeps the text:
 * so there is a file for as long as the builder runs.
 *
 * @template Result
 * @param {NodeJS.ProcessEnv} env
 * @param {(signing: NodeJS.ProcessEnv) => Promise<Result>} pack
 */
export async function withSigning(env, pack) {
  const key = env['APPLE_API_KEY'] ?? '';
  if (!key.includes('-----BEGIN PRIVATE KEY-----')) return pack(signingFrom(env));
  const folder = mkdtempSync(join(env['RUNNER_TEMP'] ?? tmpdir(), 'pinfold-key-'));
  try {
    const path = join(folder, 'key.p8');
    writeFileSync(path, key, { mode: 0o600 });
    return await pack({ ...signingFrom(env), APPLE_API_KEY: path });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
