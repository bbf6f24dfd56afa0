import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { singleFileOf } from '../../hosting/single-file.ts';
import { thisBuild } from '../../hosting/this-build.ts';
import type { Announce, HandlerContext } from '../../ipc/handler-context.ts';
import { Updates } from '../../updates/updates.ts';
import { packageKindOf } from '../../../src/domain/updates/release-feed.ts';
import { heldFiles, systemClock, systemRandom } from '../clock.ts';
import { openFolder } from '../host-client.ts';
import { fetchOf, type WriterEnvironment } from './compose-connections.ts';

export type ComposedUpdates = HandlerContext['updates'] & Pick<Updates, 'start' | 'close'>;

type Given = { readonly preferences: HandlerContext['preferences']; readonly announce: Announce };

/** Makes the updates of the program, which are silent until a person wants them. */
export function composeUpdates(environment: WriterEnvironment, { preferences, announce }: Given): ComposedUpdates {
  const { profileDirectory, report, port, host } = environment;
  const isShell = Boolean(process.versions['electron']);
  const running = singleFileOf(process.env, process.execPath);
  const signs = { platform: process.platform, isSingleFile: running !== null, isShell, hasFile: existsSync };
  const directory = join(profileDirectory, 'updates');
  const updates = new Updates({
    source: thisBuild.updates,
    notesUrl: thisBuild.updates?.notesUrl ?? '',
    installation: { version: thisBuild.version, kind: packageKindOf(signs), arch: process.arch },
    directory,
    running,
    held: heldFiles,
    choice: {
      read: () => preferences.read().updates,
      write: (changed) => preferences.write({ ...preferences.read(), updates: changed }),
    },
    fetch: fetchOf(environment),
    nowMs: systemClock.nowMs,
    wakeAt: systemClock.wakeAt,
    random: systemRandom.next,
    announce: () => announce('updates.changed'),
    report,
  });
  return Object.assign(updates, {
    isWebHost: !isShell,
    showPackage: () => (host.canOpenFolder ? openFolder(port, 'updates') : Promise.resolve(false)),
  });
}
