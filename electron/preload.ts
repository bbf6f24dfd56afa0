import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { channelNames, eventNames } from '../src/contract/names.ts';

const channels: readonly string[] = channelNames;
const events: readonly string[] = eventNames;

/** The page's whole view of the outside: two functions, and only for names of the contract. */
contextBridge.exposeInMainWorld('pinfold', {
  ask: (name: string, input: unknown): Promise<unknown> => {
    if (!channels.includes(name)) return Promise.reject(new Error(`No channel ${name}`));
    return ipcRenderer.invoke('pinfold:ask', name, input);
  },
  listen: (name: string, listener: () => void): (() => void) => {
    if (!events.includes(name)) throw new Error(`No event ${name}`);
    const relay = (_event: IpcRendererEvent, announced: unknown): void => {
      if (announced === name) listener();
    };
    ipcRenderer.on('pinfold:announce', relay);
    return () => void ipcRenderer.off('pinfold:announce', relay);
  },
});
