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
