import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { eventNames } from '../src/contract/events.ts';

const events: readonly string[] = eventNames;

/** The page's bridge: three functions. The router refuses every name outside the contract. */
contextBridge.exposeInMainWorld('pinfold', {
  ask: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke('pinfold:ask', name, input),
  listen: (name: string, listener: () => void): (() => void) => {
    if (!events.includes(name)) throw new Error(`No event ${name}`);
    const relay = (_event: IpcRendererEvent, announced: unknown): void => {
      if (announced === name) listener();
    };
    ipcRenderer.on('pinfold:announce', relay);
    return () => void ipcRenderer.off('pinfold:announce', relay);
  },
  saveFile: (name: string, text: string): Promise<void> => ipcRenderer.invoke('pinfold:save-file', name, text),
});
