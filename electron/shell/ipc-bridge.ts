import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import type { Core } from '../host.ts';
import { questionLimit } from '../hosting/question-limit.ts';

/**
 * Answers requests of the page over Electron's IPC. A window that asks without end, as a hostile page would, is refused: each
 * request that waits takes memory of the process that holds the token.
 *
 * @param isTrusted checks the sender of every request (Electron, "Security", 17)
 */
export function openIpcBridge(
  ipcMain: Pick<IpcMain, 'handle'>,
  core: Core,
  isTrusted: (event: IpcMainInvokeEvent) => boolean,
  nowMs: () => number = () => performance.now(),
): void {
  const limits = new WeakMap<WebContents, () => boolean>();
  const mayAsk = ({ sender }: IpcMainInvokeEvent): boolean => {
    const limit = limits.get(sender) ?? questionLimit(nowMs);
    limits.set(sender, limit);
    return limit();
  };
  ipcMain.handle('pinfold:ask', (event, name: unknown, input: unknown) => {
    if (!isTrusted(event)) throw new Error('Questions are answered for the page of this app only');
    if (!mayAsk(event)) throw new Error('Too many questions');
    if (typeof name !== 'string') throw new Error('A question has a name');
    return core.ask(name, input);
  });
}

/** Sends the core's announcements to a window. @returns stops sending */
export function announceTo(contents: Pick<WebContents, 'send' | 'isDestroyed'>, core: Core): () => void {
  return core.listen(({ name }) => {
    if (!contents.isDestroyed()) contents.send('pinfold:announce', name);
  });
}
