import manifest from '../../package.json' with { type: 'json' };

// The build puts its own values in their places; sources that run as they are have none.
declare const PINFOLD_COMMIT: string | null | undefined;
declare const PINFOLD_CHANNEL: string | undefined;

/** What this program was built from. */
export const thisBuild = {
  version: manifest.version,
  /** 40 hexadecimal digits; null where the build came from no clone */
  commit: typeof PINFOLD_COMMIT === 'undefined' ? null : PINFOLD_COMMIT,
  /** `stable`, a word such as `beta`, or `development` */
  channel: typeof PINFOLD_CHANNEL === 'undefined' ? 'development' : PINFOLD_CHANNEL,
};

/** The answer to `--version`. */
export const versionText = ({ version, commit, channel } = thisBuild): string =>
  `Pinfold ${version} (${[channel, ...(commit === null ? [] : [`commit ${commit}`])].join(', ')})`;
