import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type {
  ClientRequestConstructorOptions,
  IpcMainInvokeEvent,
  MenuItemConstructorOptions,
  NotificationConstructorOptions,
  SafeStorage,
} from 'electron';
import { StandInRequest } from './net-request.ts';
import { record } from './record.ts';

type Handler = (event: IpcMainInvokeEvent, ...words: unknown[]) => unknown;

/** What the main process answers, by channel. */
export const handlers = new Map<string, Handler>();

export const ipcMain = {
  handle: (channel: string, handler: Handler): void => {
    record('ipcMain.handle', channel);
    handlers.set(channel, handler);
  },
};

export const powerMonitor = new EventEmitter();

/** The network as the test wants it. */
export const network = { isOnline: true };
export const net = {
  isOnline: (): boolean => network.isOnline,
  request: (options: ClientRequestConstructorOptions): StandInRequest => new StandInRequest(options),
};

/** One display of common size. */
export const screen = {
  getAllDisplays: () => [
    { bounds: { x: 0, y: 0, width: 1920, height: 1080 }, workArea: { x: 0, y: 0, width: 1920, height: 1040 } },
  ],
};

export const crashReporter = { start: (options: object): void => record('crashReporter.start', options) };

export const shell = {
  openPath: (path: string): Promise<string> => {
    record('shell.openPath', path);
    return Promise.resolve('');
  },
  openExternal: (url: string): Promise<void> => {
    record('shell.openExternal', url);
    return Promise.resolve();
  },
};

/** The person as the test wants them: where they save the next file, null to cancel, and whether they read a box at once. */
export const person: { savesTo: string | null; readsBoxes: boolean } = { savesTo: null, readsBoxes: true };

export const dialog = {
  showErrorBox: (title: string, content: string): void => record('dialog.showErrorBox', title, content),
  /** @param words the window, if any, and the options */
  showMessageBox: (...words: readonly object[]): Promise<{ response: number }> => {
    record('dialog.showMessageBox', words.at(-1), { isOnWindow: words.length > 1 });
    return person.readsBoxes ? Promise.resolve({ response: 0 }) : new Promise(() => undefined);
  },
  /** @param words the window, if any, and the options */
  showSaveDialog: (...words: readonly object[]): Promise<{ canceled: boolean; filePath: string }> => {
    record('dialog.showSaveDialog', words.at(-1));
    return Promise.resolve({ canceled: person.savesTo === null, filePath: person.savesTo ?? '' });
  },
};

/** Shown to nobody: what was said is in the record. */
export class Notification extends EventEmitter {
  readonly #said: NotificationConstructorOptions;

  constructor(said: NotificationConstructorOptions) {
    super();
    this.#said = said;
  }

  static isSupported = (): boolean => true;

  show(): void {
    record('Notification.show', this.#said);
  }
}

export const Menu = {
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (template: MenuItemConstructorOptions[]): void => record('Menu.setApplicationMenu', template),
};

/** A picture that nobody sees; its representations are in the record. */
export const nativeImage = {
  createEmpty: () => ({
    addRepresentation: (options: object): void => record('nativeImage.addRepresentation', options),
    setTemplateImage: (is: boolean): void => record('nativeImage.setTemplateImage', is),
  }),
};

const keychain = process.env['PINFOLD_STAND_IN_KEYCHAIN'] ?? '';
const key = (): Buffer => scryptSync(keychain, 'stand-in', 32);

/**
 * Seals with a key made from PINFOLD_STAND_IN_KEYCHAIN, so that a second start with the same words opens what the first
 * one sealed. Without it the system has no keychain, as on a bare Linux.
 */
export const safeStorage = {
  getSelectedStorageBackend: () => (keychain ? 'gnome_libsecret' : 'basic_text'),
  isAsyncEncryptionAvailable: () => Promise.resolve(keychain !== ''),
  encryptStringAsync: (text: string) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key(), nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Promise.resolve(Buffer.concat([nonce, cipher.getAuthTag(), body]));
  },
  decryptStringAsync: async (sealed: Buffer) => {
    const decipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, 12)).setAuthTag(sealed.subarray(12, 28));
    const result = decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
    return { result, shouldReEncrypt: false };
  },
} satisfies Pick<
  SafeStorage,
  'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;
