import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
} from 'electron';
import type { MessageBoxOptions, SaveDialogOptions } from 'electron';
import { openLog } from './hosting/log.ts';
import { removeCrashReports } from './hosting/crash-reports.ts';
import { hostLanguage } from './hosting/host-language.ts';
import { OpenWrites } from './hosting/open-writes.ts';
import { redactingVault } from './hosting/memory-vault.ts';
import { thisBuild, versionText } from './hosting/this-build.ts';
import { thisHost, watchNetworkAndSleep } from './hosting/network-and-sleep-watch.ts';
import { pageFiles } from './hosting/page-files.ts';
import { bugMessage, catchBugs, endWithCore, outliveTerminal, shutdown } from './hosting/shutdown.ts';
import { chosenDownloadsDirectory, nothingOpened, startFailureMessage, parseStartOptions } from './hosting/start.ts';
import { helpText, type Options, parseOptions } from './launch/options.mjs';
import { guardContents, guardSession, sandboxAll } from './shell/guards.ts';
import { openIpcBridge } from './shell/ipc-bridge.ts';
import { keychainVault } from './shell/keychain-vault.ts';
import { exitInto, hearLinks, LINK_SCHEME, Links } from './shell/links.ts';
import { menuTemplate } from './shell/menu.ts';
import { systemNotifier } from './shell/notifications.ts';
import { earlyEnd, quitInOrder, sayOnScreen } from './shell/farewell.ts';
import { answerFrom, pageScheme, pageSource, senderCheck } from './shell/page-source.ts';
import { openFileSaver } from './shell/save-file.ts';
import { openInBrowser } from './shell/open-in-browser.ts';
import { servicesSession, sessionFetch } from './shell/session-fetch.ts';
import { mayRun, refuseStart, takeLeftLock, takePlace } from './shell/single-instance.ts';
import { answerInTerminal, standardOutput } from './shell/terminal-answer.ts';
import { ShellMemory } from './shell/shell-memory.ts';
import { showWork } from './shell/work-in-sight.ts';
import { windowInPlace } from './shell/window-placing.ts';
import { makeTrayIcon } from './shell/tray-icon.ts';
import { commandOf, mayNotify, programOf, takeIdentity, takesLinks } from './shell/windows-identity.ts';
import { windowOptions, Windows } from './shell/windows.ts';
import { startCore } from './workers/start-core.ts';
import type { Core, Log } from './host.ts';

/** The open windows; null until the core has started. Guarded pages may ask for one more window. */
let windows: Windows | null = null;
const language = hostLanguage(() => app.getPreferredSystemLanguages());
const writes = new OpenWrites();

// `process.argv` contains Chromium's switches too.
const parsed = parseOptions(process.argv.slice(1), 'ignore');
const source = pageSource(process.env['ELECTRON_RENDERER_URL'], {
  isDevelopment: parsed.ok && parsed.options.development,
  isPackaged: app.isPackaged,
});

const { platform, env } = process;
const ownStart = { platform, env, isPackaged: app.isPackaged, appId: thisBuild.appId };

/** Links from other programs; macOS may hand one over before anything else is there. */
const links = new Links({
  page: source.address,
  windows: () => windows,
  focus: showApp,
});

function showApp(): void {
  void windows?.show(source.address);
}

const notifier = (): ReturnType<typeof systemNotifier> =>
  mayNotify(ownStart) ? systemNotifier(Notification, showApp) : null;

/** Electron's composition root: makes every part, hands each what it needs, and decides nothing. */
async function start({ profileDirectory, ...options }: Options): Promise<void> {
  const log = openLog(profileDirectory, complain);
  // Until the core runs, nothing is open that wants to be closed.
  let end = (code: number): void => app.exit(code);
  endWithBugs(log, (code) => end(code));
  const startOptions = parseStartOptions({ profileDirectory, ...options }, process.env);
  if (startOptions.connect) log.addSecret(startOptions.connect.token);
  removeCrashReports(profileDirectory).catch(log.error);
  await app.whenReady();
  const downloadsDirectory = chosenDownloadsDirectory((name) => app.getPath(name), profileDirectory);
  const started = await startCore({
    ...{ profileDirectory, downloadsDirectory, ending: earlyEnd(app) },
    vault: redactingVault(keychainVault(safeStorage, profileDirectory, process.platform), log.addSecret),
    log,
    startOptions,
    notify: notifier(),
    // `shell.openPath` resolves with an error message, and with an empty text on success (Electron's `shell`).
    openFolder: async (directory) => (await shell.openPath(directory)) === '',
    openAddress: (url) => openInBrowser(shell, url),
    fetch: sessionFetch((request) => net.request(request), servicesSession(session)),
  });
  if (!started.ok) return leave(1, startFailureMessage(started.failure, language.latest()));
  const core = started.value;
  takeLeftLock(app, profileDirectory, log.error);
  const memory = await ShellMemory.open(join(profileDirectory, 'electron', 'shell.json'), log.error);
  const close = async (isInOrder: boolean): Promise<void> => {
    await core.close(isInOrder);
    await Promise.all([memory.settled(), writes.settled()]);
  };
  const program = programOf(ownStart, process.execPath);
  const closeAndExit = shutdown(log, close, exitInto(app, links, { program, argv: process.argv }));
  end = (code) => {
    links.leave();
    closeAndExit(code);
  };
  endWithCore(core, complainAloud, end, language.latest);
  const watch = watchNetworkAndSleep(core.tell, { ...thisHost, isOnline: () => net.isOnline() });
  powerMonitor.on('suspend', watch.fallAsleep);
  powerMonitor.on('resume', watch.wakeUp);
  const sessionEnds = quitInOrder({
    ...{ app, powerMonitor, core, memory, end, language: () => language.ask(core) },
    say: sayOnScreen({ platform, front: () => windows?.front ?? null, showBox, notify: notifier() }),
  });
  await showPage({ core, log, downloadsDirectory }, memory, sessionEnds);
}

/**
 * Confines the page, joins it to the core, and opens the first window.
 *
 * @param sessionEnds called when Windows signs the person out, of which its windows alone hear
 */
async function showPage(
  { core, log, downloadsDirectory }: { readonly core: Core; readonly log: Log; readonly downloadsDirectory: string },
  memory: ShellMemory,
  sessionEnds: () => void,
): Promise<void> {
  guardSession(session.defaultSession, source, app);
  protocol.handle('app', answerFrom(pageFiles(join(import.meta.dirname, '../renderer'))));
  const showMenu = async (): Promise<void> => {
    const template = menuTemplate(process.platform, app.isPackaged, await language.ask(core));
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  await showMenu();
  const preload = join(import.meta.dirname, '../preload/preload.cjs');
  const opened = new Windows(
    () => {
      const make = (bounds: object): BrowserWindow => new BrowserWindow({ ...windowOptions(preload), ...bounds });
      const window = windowInPlace(make, memory, () => screen.getAllDisplays(), windows?.front ?? null);
      window.on('session-end', sessionEnds);
      // The page loads itself again when the person chooses another language.
      window.webContents.on('did-finish-load', () => void showMenu());
      return window;
    },
    { core, log, tell: showError, language: () => language.ask(core) },
  );
  windows = opened;
  const isTrusted = senderCheck(opened, source);
  openIpcBridge(ipcMain, core, isTrusted);
  const saving = { choosePath, tell: showError, writes, language: () => language.ask(core) };
  openFileSaver(ipcMain, { ...saving, downloadsDirectory }, isTrusted);
  app.on('activate', () => void links.takeStart([]));
  const tray = showWork(core, {
    ...{ showApp, quit: () => app.quit(), preferredLanguages: () => app.getPreferredSystemLanguages() },
    notify: notifier(),
    isLookedAt: () => BrowserWindow.getFocusedWindow() !== null,
    onLook: (looked) => void app.on('browser-window-focus', looked),
    makeTrayIcon: () => makeTrayIcon({ Tray, Menu, nativeImage }, process.platform),
    setBadge: (count) => void app.setBadgeCount(count),
    setProgress: (share) => opened.all.forEach((window) => window.setProgressBar(share)),
  });
  app.on('window-all-closed', () => tray.isShown || app.quit());
  await opened.open(links.first(process.argv));
}

/** Shows the system's dialog for saving a file, on the window in front. */
async function choosePath(options: SaveDialogOptions): Promise<string | null> {
  const window = windows?.front ?? null;
  const shown = window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options);
  const { canceled, filePath } = await shown;
  return canceled ? null : filePath;
}

function showBox(parent: BrowserWindow | null, box: MessageBoxOptions): Promise<unknown> {
  return parent === null ? dialog.showMessageBox(box) : dialog.showMessageBox(parent, box);
}

function showError(sentence: string): void {
  dialog.showErrorBox('Pinfold', sentence);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

function complainAloud(sentence: string): void {
  complain(sentence);
  showError(sentence);
}

function endWithBugs(log: Log, end: (code: number) => void): void {
  catchBugs(log, (reference) => {
    complainAloud(bugMessage(reference, language.latest()));
    end(1);
  });
}

function leave(code: number, sentence: string): void {
  complainAloud(sentence);
  app.exit(code);
}

const refuse = (sentence: string): Promise<void> =>
  refuseStart(app, { platform, complain: () => complain(sentence), show: () => showError(sentence) });

function begin(options: Options): void {
  takeIdentity(app, ownStart);
  const failure = takePlace(app, options.profileDirectory);
  if (failure !== null) return void refuse(startFailureMessage(failure, language.latest()));
  crashReporter.start({ uploadToServer: false });
  sandboxAll(app);
  hearLinks(app, links);
  // What follows `--` is never a switch, whatever a site writes into a link.
  if (takesLinks(ownStart)) app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, ['--']);
  protocol.registerSchemesAsPrivileged([pageScheme]);
  app.on('web-contents-created', (_event, contents) =>
    guardContents(contents, source, (url) => void windows?.open(url)),
  );
  const unopened = nothingOpened(options);
  if (mayRun(app, options.profileDirectory)) void start(options);
  else void (unopened === null ? app.quit() : answer(unopened, 0, process.stderr));
}

async function writePending({ profileDirectory }: Options, file: string): Promise<void> {
  endWithBugs(openLog(profileDirectory, complain), (code) => app.exit(code));
  const { exportPending } = await import('./export-pending.ts');
  const { isComplete, sentence } = await exportPending(profileDirectory, file);
  await answer(sentence, isComplete ? 0 : 1, process.stderr);
}

async function answer(text: string, code: number, to: NodeJS.WritableStream = process.stdout): Promise<void> {
  const showMessage = async (message: string): Promise<void> => {
    await app.whenReady();
    await dialog.showMessageBox({ title: 'Pinfold', message });
  };
  const write = (line: string): void => void to.write(line);
  await answerInTerminal(text, { platform, isPackaged: app.isPackaged, write, showMessage, output: standardOutput });
  app.exit(code);
}

outliveTerminal();
if (!parsed.ok) void answer(parsed.problem, 2, process.stderr);
else if (parsed.options.help) void answer(helpText(commandOf(ownStart, process.execPath)), 0);
else if (parsed.options.version) void answer(versionText(), 0);
else if (parsed.options.exportPending !== null) void writePending(parsed.options, parsed.options.exportPending);
else begin(parsed.options);
