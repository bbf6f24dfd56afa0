import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import type { Core } from '../host.ts';

/**
 * Lets the page ask the core, and tells the page what the core announces.
 *
 * @param isTrusted decides about the sender of every single question
 */
export function openIpcBridge(
  ipcMain: Pick<IpcMain, 'handle'>,
  core: Core,
  isTrusted: (event: IpcMainInvokeEvent) => boolean,
): void {
  ipcMain.handle('pinfold:ask', (event, name: unknown, input: unknown) => {
    if (!isTrusted(event)) throw new Error('Questions are answered for the page of this app only');
    if (typeof name !== 'string') throw new Error('A question has a name');
    return core.ask(name, input);
  });
}

/** @returns stops announcing */
export function announceTo(contents: Pick<WebContents, 'send' | 'isDestroyed'>, core: Core): () => void {
  return core.listen(({ name }) => {
    if (!contents.isDestroyed()) contents.send('pinfold:announce', name);
  });
}
