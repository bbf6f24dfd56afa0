// What the built main process gets when it imports Electron in a test: the same names, no runtime.
export { standInApp as app } from './app.ts';
export { StandInWindow as BrowserWindow } from './window.ts';
export {
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  net,
  Notification,
  powerMonitor,
  safeStorage,
  screen,
  shell,
} from './modules.ts';
export { Tray } from './tray.ts';
export { protocol } from './protocol.ts';
export { session } from './session.ts';
