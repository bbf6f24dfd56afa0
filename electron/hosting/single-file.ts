type Env = Readonly<Record<string, string | undefined>>;

/** The name of the app as electron-builder's portable program says it, whatever a person calls the file (`portable.nsi`). */
const OWN_NAME = 'pinfold';

/**
 * The file that a person started, where the program runs from a folder that goes when it ends: a portable program of Windows,
 * or an AppImage. What another such file starts, as by a link, has that one's variables too.
 *
 * @param running the path of the program that runs
 * @returns null for an installed program
 */
export function singleFileOf(env: Env, running: string): string | null {
  const { PORTABLE_EXECUTABLE_FILE: portable, APPIMAGE: image, APPDIR: mounted } = env;
  if (portable && env['PORTABLE_EXECUTABLE_APP_FILENAME']?.toLowerCase() === OWN_NAME) return portable;
  return image && mounted && running.startsWith(`${mounted}/`) ? image : null;
}
