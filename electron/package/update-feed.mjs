import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

/**
 * Writes what the program looks for updates in, and its signature, beside the files of a release:
 * `node electron/package/update-feed.mjs FOLDER`. The private key (PKCS #8, PEM) is in PINFOLD_UPDATE_PRIVATE_KEY; without
 * one a release has no feed, and its builds find none.
 */

/** What a file of a release is, by its name as `artifactName` makes it. */
const kinds = /** @type {const} */ ([
  [/-portable\.exe$/, 'portable'],
  [/\.exe$/, 'setup'],
  [/\.dmg$/, 'dmg'],
  [/\.AppImage$/, 'AppImage'],
  [/\.deb$/, 'deb'],
  [/\.rpm$/, 'rpm'],
  [/\.tgz$/, 'npm'],
]);

/** How packagers of Linux and electron-builder name the processors. */
const processors = /** @type {const} */ ([
  [/(?:^|[-_.])(?:x64|amd64|x86_64)(?=[-_.])/, 'x64'],
  [/(?:^|[-_.])(?:arm64|aarch64)(?=[-_.])/, 'arm64'],
]);

/**
 * @param {string} folder of the release's files
 * @param {{ version: string, rolloutPercent: number }} release
 * @throws Error for a share that no program reads: it would take the feed for a broken one
 */
export function feedOf(folder, { version, rolloutPercent }) {
  if (!Number.isInteger(rolloutPercent) || rolloutPercent < 0 || rolloutPercent > 100)
    throw new Error(`PINFOLD_ROLLOUT_PERCENT is a whole number from 0 to 100, and not ${rolloutPercent}.`);
  const files = readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const kind = kinds.find(([ending]) => ending.test(name))?.[1];
      if (kind === undefined) return [];
      const arch = processors.find(([word]) => word.test(name))?.[1] ?? null;
      const content = readFileSync(join(folder, name));
      return [
        { name, kind, arch, sizeBytes: content.length, sha512: createHash('sha512').update(content).digest('hex') },
      ];
    });
  return `${JSON.stringify({ schema: 1, version, rolloutPercent, files }, null, 2)}\n`;
}

/**
 * @param {string} text
 * @param {string} privateKey PKCS #8 in PEM
 * @returns {string} in base64
 */
export const signatureOf = (text, privateKey) =>
  sign(null, Buffer.from(text), createPrivateKey(privateKey)).toString('base64');

/**
 * The public key that a build has to know, raw and in base64.
 *
 * @param {string} privateKey PKCS #8 in PEM
 */
export const publicKeyOf = (privateKey) =>
  Buffer.from(String(createPublicKey(privateKey).export({ format: 'jwk' }).x), 'base64url').toString('base64');

/** @param {string} folder */
function main(folder) {
  const privateKey = process.env['PINFOLD_UPDATE_PRIVATE_KEY'] ?? '';
  if (privateKey === '') return void process.stdout.write('No key for updates: this release has no feed.\n');
  if (publicKeyOf(privateKey) !== process.env['PINFOLD_UPDATE_PUBLIC_KEY']) {
    process.stderr.write(
      'PINFOLD_UPDATE_PUBLIC_KEY does not belong to the private key: no build would believe the feed.\n',
    );
    process.exitCode = 1;
    return;
  }
  const rolloutPercent = Number(process.env['PINFOLD_ROLLOUT_PERCENT'] || '100');
  const text = feedOf(folder, { version: manifest.version, rolloutPercent });
  writeFileSync(join(folder, 'pinfold-updates.json'), text);
  writeFileSync(join(folder, 'pinfold-updates.json.sig'), `${signatureOf(text, privateKey)}\n`);
  process.stdout.write(text);
}

const [, program, folder] = process.argv;
if (program?.endsWith('update-feed.mjs') && folder !== undefined) main(folder);
