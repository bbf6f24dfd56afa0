import type { MessagePort } from 'node:worker_threads';
import type { HostPorts } from './host.ts';
import type { FolderAnswer, ToHost } from './ipc/host-door.ts';

/** Does for a thread what only the host can do, and answers on the port that came along. */
export async function doForThread(message: ToHost, ports: HostPorts): Promise<void> {
  switch (message.kind) {
    case 'logged':
      return ports.log.info(message.line);
    case 'folderAsked':
      return answer(message.answerTo, { opened: (await ports.openFolder?.(ports.profileDirectory)) ?? false });
  }
}

function answer(to: MessagePort, value: FolderAnswer): void {
  to.postMessage(value);
  to.close();
}
