import { openTemporaryRoot } from '../../electron/launch/temporary.mjs';

/**
 * Global set-up of both test runners: whatever a test, a browser or the runner itself puts into the temporary folder is
 * below one folder, which goes with the run, also where a process was killed before it could tidy up.
 *
 * @returns removes the folder
 */
export default function temporaryRoot(): () => void {
  return openTemporaryRoot().remove;
}
