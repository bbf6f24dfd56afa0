import manifest from '../../package.json' with { type: 'json' };

// The build puts its own values in their places; sources that run as they are have none.
declare const PINFOLD_COMMIT: string | null | undefined;
declare const PINFOLD_CHANNEL: string | undefined;
declare const PINFOLD_APP_ID: string | undefined;
declare const PINFOLD_UPDATES: BuiltUpdates | null | undefined;

/** Where a build looks for newer versions, whose signature it believes, and where a person reads what is new. */
type BuiltUpdates = { readonly url: string; readonly publicKey: string; readonly notesUrl: string };

/** What this program was built from. */
export const thisBuild = {
  version: manifest.version,
  /** 40 hexadecimal digits; null where the build came from no clone */
  commit: typeof PINFOLD_COMMIT === 'undefined' ? null : PINFOLD_COMMIT,
  /** `stable`, a word such as `beta`, or `development` */
  channel: typeof PINFOLD_CHANNEL === 'undefined' ? 'development' : PINFOLD_CHANNEL,
  /** The id that its packages have; null for sources. */
  appId: typeof PINFOLD_APP_ID === 'undefined' ? null : PINFOLD_APP_ID,
  /** null where no workflow of a repository with a key for updates made the build */
  updates: typeof PINFOLD_UPDATES === 'undefined' ? null : PINFOLD_UPDATES,
};

/** The answer to `--version`. */
export const versionText = ({
  version,
  commit,
  channel,
}: Pick<typeof thisBuild, 'version' | 'commit' | 'channel'> = thisBuild): string =>
  `Pinfold ${version} (${[channel, ...(commit === null ? [] : [`commit ${commit}`])].join(', ')})`;
