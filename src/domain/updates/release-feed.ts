import { z } from 'zod';
import { isNewer, isPreRelease, isVersion } from './version.ts';

/** The kinds of package that a release has. `npm` is the web host. */
export const packageKind = z.enum(['setup', 'portable', 'dmg', 'AppImage', 'deb', 'rpm', 'npm']);
export type PackageKind = z.infer<typeof packageKind>;

/** As Node names it. */
const packageArch = z.enum(['x64', 'arm64']);

/** A file of a release, named without a path: it lies beside the feed. */
export const releaseFile = z
  .object({
    name: z.string().regex(/^[\w][\w.-]{0,150}$/),
    kind: packageKind,
    /** Null for a package of every processor. */
    arch: packageArch.nullable(),
    sizeBytes: z.number().int().positive().max(1_000_000_000),
    /** 128 hexadecimal digits. */
    sha512: z.string().regex(/^[0-9a-f]{128}$/),
  })
  .readonly();
export type ReleaseFile = z.infer<typeof releaseFile>;

/** A package that this program has no word for yet. */
const laterFile = z
  .object({ kind: z.string(), arch: z.string().nullable() })
  .refine(({ kind, arch }) => !packageKind.safeParse(kind).success || !packageArch.nullable().safeParse(arch).success)
  .transform(() => null);

/** Release feed: what is newest, signed as a whole by whoever releases. */
export const releaseFeed = z
  .object({
    schema: z.literal(1),
    version: z.string().max(100).refine(isVersion),
    /** Per cent of the installations that are offered it. */
    rolloutPercent: z.number().int().min(0).max(100),
    /** Those that this program knows: a later kind of package must not end the updates of older programs. */
    files: z
      .array(z.union([releaseFile, laterFile]))
      .max(100)
      .transform((files) => files.filter((file) => file !== null))
      .readonly(),
  })
  .readonly();
export type ReleaseFeed = z.infer<typeof releaseFeed>;

/** Where the running program came from. */
export type Installation = {
  readonly version: string;
  readonly kind: PackageKind;
  readonly arch: string;
  /** The number that decides when a release in stages reaches this installation, 0 to 99. */
  readonly rolloutNumber: number;
};

/** What a feed means for one installation. `file` is null where the release has no package of that kind. */
export type Offer =
  | { readonly kind: 'none' }
  /** Released, and not yet for this installation. */
  | { readonly kind: 'later'; readonly version: string }
  | { readonly kind: 'newer'; readonly version: string; readonly file: ReleaseFile | null };

/**
 * An older or equal version is never offered: a feed of former days, put back, must not bring former faults back. A pre-release
 * is for who runs one, also where it was published as the latest release by mistake.
 */
export function offerOf({ version, rolloutPercent, files }: ReleaseFeed, to: Installation): Offer {
  if (!isNewer(version, to.version)) return { kind: 'none' };
  if (isPreRelease(version) && !isPreRelease(to.version)) return { kind: 'none' };
  if (to.rolloutNumber >= rolloutPercent) return { kind: 'later', version };
  const file = files.find(({ kind, arch }) => kind === to.kind && (arch === null || arch === to.arch)) ?? null;
  return { kind: 'newer', version, file };
}

/** What tells how the program was installed. */
export type InstallationSigns = {
  readonly platform: string;
  /** Whether the program is one file, which a person starts where it lies: a portable program or an AppImage. */
  readonly isSingleFile: boolean;
  /** Whether the program runs in Electron. */
  readonly isShell: boolean;
  /** Whether the system has a file, such as the one that names a distribution. */
  readonly hasFile: (path: string) => boolean;
};

/** The kind of package that replaces this installation. */
export function packageKindOf({ platform, isSingleFile, isShell, hasFile }: InstallationSigns): PackageKind {
  if (!isShell) return 'npm';
  if (platform === 'win32') return isSingleFile ? 'portable' : 'setup';
  if (platform === 'darwin') return 'dmg';
  if (isSingleFile) return 'AppImage';
  if (hasFile('/etc/debian_version')) return 'deb';
  return hasFile('/etc/redhat-release') ? 'rpm' : 'AppImage';
}
