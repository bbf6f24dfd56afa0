import { CoreThread } from './core-thread.ts';
import { isReaderChannel } from '../ipc/reader-channels.ts';
import type { Announcement, Core, HostPorts, StartFailure } from '../host.ts';

type Started = { readonly ok: true; readonly value: Core } | { readonly ok: false; readonly failure: StartFailure };

/**
 * Starts the two threads of the core over one profile directory: the writer, which also talks to services, and the
 * reader, which answers the screens. The calling thread only carries messages.
 */
export async function startCore(ports: HostPorts): Promise<Started> {
  const announcements = new Set<(announcement: Announcement) => void>();
  const announce = (name: string): void => announcements.forEach((listener) => listener({ name, payload: null }));
  const { profileDirectory, downloadsDirectory, startOptions } = ports;
  const host = { canOpenFolder: Boolean(ports.openFolder), canFetch: Boolean(ports.fetch) };
  const writer = new CoreThread(
    'writer',
    { profileDirectory, downloadsDirectory, options: startOptions, host },
    ports,
    announce,
  );
  // The reader's program loads meanwhile; the reader opens the files after the writer has made or migrated them.
  const reader = new CoreThread('reader', { profileDirectory }, ports, announce);
  const writerFailure = await writer.opened;
  if (writerFailure === null) reader.open();
  const failure = writerFailure ?? (await reader.opened) ?? (await writer.ready);
  if (failure !== null) {
    await reader.close();
    await writer.close();
    return { ok: false, failure };
  }
  return {
    ok: true,
    value: {
      ask: (name, input) => (isReaderChannel(name) ? reader : writer).ask(name, input),
      listen: (listener) => {
        announcements.add(listener);
        return () => void announcements.delete(listener);
      },
      tell: (signal) => writer.tell(signal),
      // The reader closes first: the checkpoint at the writer's close needs the last connection (sqlite.org/wal.html).
      close: async () => {
        await reader.close();
        await writer.close();
      },
    },
  };
}
