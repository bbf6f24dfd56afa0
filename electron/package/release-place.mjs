/**
 * Where a release is published. Only the workflow that publishes knows it, so that nothing in the sources can go stale or
 * name a place that is not ours.
 *
 * @param {Readonly<Record<string, string | undefined>>} env `PINFOLD_REPOSITORY`, or what a hosted workflow sets: the
 *   owner and the name of a repository, with a slash between them
 */
export function releasePlace(env) {
  const repository = env['PINFOLD_REPOSITORY'] ?? env['GITHUB_REPOSITORY'] ?? '';
  const [owner = '', name = '', ...rest] = repository.split('/');
  if (!isName(owner) || !isName(name) || rest.length > 0) return nowhere;
  return {
    appId: `io.github.${owner.toLowerCase()}.pinfold`,
    homepage: `https://github.com/${owner}/${name}`,
    author: { name: owner, email: `${owner}@users.noreply.github.com` },
    publish: {
      provider: /** @type {const} */ ('github'),
      owner,
      repo: name,
      releaseType: /** @type {const} */ ('draft'),
    },
    // The builder asks for the three together, and stops half-way when one is missing.
    isNotarized: ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'].every((key) => (env[key] ?? '') !== ''),
  };
}

/**
 * The id of the app to its system: what the installer writes and what the app says must be one.
 *
 * @param {Readonly<Record<string, string | undefined>>} env as `releasePlace` reads it
 */
export const appIdOf = (env) => releasePlace(env).appId;

/**
 * Where a build looks for newer versions. A build without a public key looks nowhere: a feed that anybody could write is
 * worse than none.
 *
 * @param {Readonly<Record<string, string | undefined>>} env as `releasePlace` reads it, and `PINFOLD_UPDATE_PUBLIC_KEY`, a
 *   raw Ed25519 public key in base64
 */
export function updatesOf(env) {
  const { homepage } = releasePlace(env);
  const publicKey = env['PINFOLD_UPDATE_PUBLIC_KEY'] ?? '';
  if (homepage === null || Buffer.from(publicKey, 'base64').length !== 32) return null;
  return { url: `${homepage}/releases/latest/download`, publicKey, notesUrl: `${homepage}/releases/latest` };
}

const isName = (/** @type {string} */ text) => /^[\w.-]+$/.test(text) && !/^\.+$/.test(text);

/** A package for the machine it was made on: it has no update feed, and no page to send anybody to. */
const nowhere = {
  appId: 'local.pinfold',
  homepage: null,
  author: null,
  publish: null,
  isNotarized: false,
};
