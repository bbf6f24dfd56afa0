import { join } from 'node:path';
import { errorMessage } from '../src/domain/core/thrown.ts';
import type { StartFailure } from './host.ts';
import { versionText } from './hosting/this-build.ts';
import { openLog } from './hosting/log.ts';
import { redactingVault } from './hosting/memory-vault.ts';
import { watchNetworkAndSleep } from './hosting/network-and-sleep-watch.ts';
import { directoryOfBrowser, folderOpener, showPage } from './hosting/open-externally.ts';
import { pageFiles } from './hosting/page-files.ts';
import { bugMessage, catchBugs, endWithCore, endWithSignals, outliveTerminal, shutdown } from './hosting/shutdown.ts';
import {
  downloadsDirectory,
  keepCertificateChecks,
  nothingOpened,
  startFailureMessage,
  parseStartOptions,
} from './hosting/start.ts';
import { helpText, type Options, parseOptions } from './launch/options.mjs';
import { Entrance } from './web-host/entrance.ts';
import { webHostVault } from './web-host/web-host-vault.ts';
import { startCore } from './workers/start-core.ts';

/** The web host's composition root: makes every part, hands each what it needs, and decides nothing. */
async function serve(options: Options): Promise<void> {
  const { profileDirectory } = options;
  const log = openLog(profileDirectory, complain);
  const startOptions = parseStartOptions(options, process.env);
  if (startOptions.connect) log.addSecret(startOptions.connect.token);
  const vault = redactingVault(webHostVault(profileDirectory, options.keepToken), log.addSecret);

  // The page in the browser shows alerts; this process has no notifications of the system.
  const opener = folderOpener();
  const folderPort = opener === null ? {} : { openFolder: opener };
  const hostPorts = { downloadsDirectory: downloadsDirectory(profileDirectory), notify: null, ...folderPort };
  const entrance = new Entrance(profileDirectory, log.error);
  const ending = new AbortController();
  const endInOrder = endWithSignals(() => ending.abort());
  const starting = startCore({ profileDirectory, vault, log, startOptions, ...hostPorts, ending: ending.signal });
  // The web host loads while the threads load their programs.
  const { openWebHost, PortRefusedError } = await import('./web-host/web-host.ts');
  const started = await starting;
  if (!started.ok) return leaveUnlessRunning(started.failure, entrance, options);
  if (started.damage !== null) complain(startFailureMessage(started.damage));
  const core = started.value;
  const files = pageFiles(join(import.meta.dirname, '../renderer'));
  const host = await openWebHost({ core, files, log }, options.port).catch(async (error: unknown) => {
    await core.close();
    if (error instanceof PortRefusedError) return error;
    throw error;
  });
  if (host instanceof PortRefusedError) return leave(1, host.message);

  const stopAnswering = entrance.answerRequests(host.newAddress);
  const end = shutdown(
    log,
    (isInOrder) =>
      stopAnswering()
        .then(host.close)
        .then(() => core.close(isInOrder)),
    process.exit,
  );
  catchBugs(log, (reference) => {
    complain(bugMessage(reference));
    end(1);
  });
  endWithCore(core, complain, end);
  endInOrder(end);
  if (hasLostParent()) return end(0);
  watchNetworkAndSleep(core.tell);
  process.stdout.write(`Pinfold is ready at ${host.newAddress()}\n${onceOnly}\n`);
  if (options.open) await openInBrowser(host.newAddress(), entrance);
}

/** A parent that left while nobody listened yet. Without a channel the property is absent (Node.js, `process.connected`). */
const hasLostParent = (): boolean => 'connected' in process && !process.connected;

const onceOnly =
  'The address opens Pinfold once, within a minute. For a new one, start Pinfold again in a second terminal.';

/** A second start on the same profile gets an address from the web host that is running. */
async function leaveUnlessRunning(failure: StartFailure, entrance: Entrance, options: Options): Promise<void> {
  const running = failure.kind === 'profileInUse' ? await entrance.request() : null;
  if (running === null) return leave(1, startFailureMessage(failure));
  process.stdout.write(`Pinfold is running already, and ready at ${running}\n${onceOnly}\n`);
  const undone = nothingOpened(options);
  if (undone !== null) complain(undone);
  if (options.open) await openInBrowser(running, entrance);
}

/** A disk that refuses the page is no failure: the terminal shows an address too. */
async function openInBrowser(address: string, entrance: Entrance): Promise<void> {
  const directory = await directoryOfBrowser();
  await entrance.writePage(address, directory ?? undefined).then(showPage, (error: unknown) => {
    complain(`The browser was not opened: ${errorMessage(error)}`);
  });
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

function leave(code: number, sentence: string): void {
  complain(sentence);
  process.exitCode = code;
  // The rest of a failed start must not keep the process alive.
  setTimeout(() => process.exit(), 3_000).unref();
}

async function writePending({ profileDirectory }: Options, file: string): Promise<void> {
  const { exportPending } = await import('./export-pending.ts');
  const { isComplete, sentence } = await exportPending(profileDirectory, file);
  if (isComplete) process.stdout.write(`${sentence}\n`);
  else leave(1, sentence);
}

outliveTerminal();
const parsed = parseOptions(process.argv.slice(2));
if (!parsed.ok) leave(2, parsed.problem);
else if (parsed.options.help) process.stdout.write(`${helpText()}\n`);
else if (parsed.options.version) process.stdout.write(`${versionText()}\n`);
else if (parsed.options.exportPending !== null) await writePending(parsed.options, parsed.options.exportPending);
else {
  keepCertificateChecks(process.env, complain);
  await serve(parsed.options);
}
