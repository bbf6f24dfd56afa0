import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { extractAll, extractFile, getRawHeader, listPackage, statFile } from '@electron/asar';
import { getCurrentFuseWire, FuseV1Options, FuseState } from '@electron/fuses';
import { inProject } from '../../electron/launch/project.mjs';
import { standInCodesign, standInRuntime, type StandInPlatform } from './stand-in-runtime.ts';

/** An app that was packed for one platform, with the stand-in in Electron's place. */
export type PackedApp = {
  readonly directory: string;
  /** What holds the fuses: a program, or the bundle of macOS. */
  readonly program: string;
  readonly resources: string;
};

const shapes = {
  linux: { words: ['--linux', 'dir', '--x64'], folder: 'linux-unpacked', program: 'pinfold', resources: 'resources' },
  win32: { words: ['--win', 'dir', '--x64'], folder: 'win-unpacked', program: 'Pinfold.exe', resources: 'resources' },
  darwin: {
    words: ['--mac', 'dir', '--arm64'],
    folder: 'mac-arm64',
    program: 'Pinfold.app',
    resources: 'Pinfold.app/Contents/Resources',
  },
} as const;

/** The platforms that the builder packs for on a machine: on Windows it refuses macOS. */
export const packedOn = (host: string): readonly StandInPlatform[] =>
  host === 'win32' ? ['linux', 'win32'] : ['linux', 'win32', 'darwin'];

/** What a program takes for its platform. */
const pretend = (host: string): string =>
  `--import=data:text/javascript,${encodeURIComponent(`Object.defineProperty(process,'platform',{value:'${host}'})`)}`;

/** How the builder is told of a machine that it did not start on, and of the program there that signs, which gets a stand-in. */
function environmentOf(host: string, directory: string): NodeJS.ProcessEnv {
  const { PINFOLD_REPOSITORY: _, GITHUB_REPOSITORY: __, ...env } = process.env;
  if (host === 'darwin') env['PATH'] = [standInCodesign(join(directory, 'tools')), env['PATH']].join(delimiter);
  if (host !== process.platform) env['NODE_OPTIONS'] = pretend(host);
  return { ...env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' };
}

/** Packs what `out/` holds. Signing with a certificate is off on every machine: there is nothing here to sign. */
export async function packFor(
  platform: StandInPlatform,
  directory: string,
  host: string = process.platform,
): Promise<PackedApp> {
  const { words, folder, program, resources } = shapes[platform];
  const runtime = join(directory, 'runtime');
  standInRuntime(runtime, platform);
  const builder = inProject('node_modules/electron-builder/cli.js');
  const config = ['--config', inProject('electron/package/builder-config.mjs'), '--publish', 'never'];
  const overrides = [`-c.electronDist=${runtime}`, `-c.directories.output=${directory}`];
  await promisify(execFile)(process.execPath, [builder, ...words, ...config, ...overrides], {
    cwd: inProject('.'),
    env: environmentOf(host, directory),
  });
  const packed = join(directory, folder);
  return { directory: packed, program: join(packed, program), resources: join(packed, resources) };
}

export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'pinfold-package-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export const archiveOf = ({ resources }: PackedApp): string => join(resources, 'app.asar');

/** Files in the archive, with `/` between folders; folders are left out. */
export function packedFiles(app: PackedApp): readonly string[] {
  const all = listPackage(archiveOf(app), { isPack: false }).map((path) => path.replaceAll('\\', '/').slice(1));
  const folders = new Set(all.map((path) => path.slice(0, path.lastIndexOf('/'))));
  return all.filter((path) => !folders.has(path));
}

/** Unpacks the archive and what lies beside it. */
export const unpack = (app: PackedApp, to: string): void => extractAll(archiveOf(app), to);

/** Each fuse by its name. */
export async function fusesIn({ program }: Pick<PackedApp, 'program'>): Promise<Readonly<Record<string, boolean>>> {
  const wire = await getCurrentFuseWire(program);
  const named = Object.entries(wire).flatMap(([index, state]) =>
    /^\d+$/.test(index) ? [[FuseV1Options[Number(index)] ?? index, state === FuseState.ENABLE] as const] : [],
  );
  return Object.fromEntries(named);
}

/** What the runtime computes before it loads the archive (Electron, "ASAR Integrity"): the hash of the header's text. */
export const headerHash = (app: PackedApp): string =>
  createHash('sha256')
    .update(getRawHeader(archiveOf(app)).headerString)
    .digest('hex');

/** Files whose bytes are not those that the archive's header vouches for. */
export function damagedFiles(app: PackedApp): readonly string[] {
  const archive = archiveOf(app);
  return packedFiles(app).filter((path) => {
    // The archive's own functions part folders as the system does.
    const file = normalize(path);
    const entry = statFile(archive, file);
    if (!('integrity' in entry) || ('unpacked' in entry && entry.unpacked)) return false;
    return createHash('sha256').update(extractFile(archive, file)).digest('hex') !== entry.integrity?.hash;
  });
}
