import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { errorCode } from '../../src/domain/core/thrown.ts';
import { hostClock, type HostClock } from '../hosting/clock.ts';
import { removePrivateFile, writePrivateFile } from '../hosting/private-files.ts';
import { invitationLifeMs } from './invitations.ts';

/**
 * Hands entry addresses over through the profile, which only its owner may read. Command lines are no place for them:
 * every user of the computer can read those (ps(1)).
 */
export class Entrance {
  readonly #written = new Set<string>();
  readonly #request: string;
  readonly #directory: string;
  readonly #report: (error: unknown) => void;
  readonly #ports: EntrancePorts;

  /** @param report receives what the disk refuses; the host goes on */
  constructor(profileDirectory: string, report: (error: unknown) => void, ports = portsHere) {
    this.#directory = join(profileDirectory, 'entrance');
    this.#request = join(this.#directory, 'request');
    this.#report = report;
    this.#ports = ports;
  }

  /**
   * Writes a page that leads to an address for as long as the address is valid.
   *
   * @param directory where the browser may read; the profile unless given
   * @returns the page's path
   */
  async writePage(address: string, directory = this.#directory): Promise<string> {
    const page = join(directory, pageName);
    this.#written.add(page);
    await writePrivateFile(page, pageTo(address));
    this.#ports.after(invitationLifeMs, () => void this.#removePageTo(address, page).catch(this.#report));
    return page;
  }

  /** Another page may have taken the place of this one. */
  async #removePageTo(address: string, page: string): Promise<void> {
    const text = await readFile(page, 'utf8').catch(() => '');
    if (text.includes(address)) await this.#ports.remove(page);
  }

  /**
   * Writes a page whenever another start of Pinfold asks for one.
   *
   * @param newAddress makes an entry address
   * @returns stops answering, and removes the pages
   */
  answerRequests(newAddress: () => string): () => Promise<void> {
    const answer = async (): Promise<void> => {
      if (!(await exists(this.#request))) return;
      await this.writePage(newAddress());
      await this.#ports.remove(this.#request);
    };
    let last = Promise.resolve();
    const look = (): void => void (last = last.then(answer).catch(this.#report));
    const watcher = watchDirectory(this.#directory, look, this.#report);
    look();
    return async () => {
      watcher?.close();
      await Promise.all([...this.#written].map((page) => this.#ports.remove(page).catch(this.#report)));
    };
  }

  /**
   * Asks the running web host of this profile for an address.
   *
   * @param pause waits between two looks
   * @returns null when none answers, as when the profile is open in Electron, and when the disk takes no request
   */
  async request(pause = () => setTimeout(20)): Promise<string | null> {
    try {
      return await this.#answerTo(pause);
    } catch (error) {
      if (errorCode(error) === null) throw error;
      this.#report(error);
      return null;
    }
  }

  async #answerTo(pause: () => Promise<unknown>): Promise<string | null> {
    if (!(await exists(this.#directory))) return null;
    await writePrivateFile(this.#request, '');
    for (let look = 0; look < mostLooks && (await exists(this.#request)); look += 1) await pause();
    if (await exists(this.#request)) {
      await this.#ports.remove(this.#request);
      return null;
    }
    return addressPattern.exec(await readFile(join(this.#directory, pageName), 'utf8'))?.[0] ?? null;
  }
}

type EntrancePorts = Pick<HostClock, 'after'> & { readonly remove: typeof removePrivateFile };

const portsHere: EntrancePorts = { after: hostClock.after, remove: removePrivateFile };

const pageName = 'open.html';
/** Three seconds. */
const mostLooks = 150;
const addressPattern = /http:\/\/127\.0\.0\.1(?::\d+)?\/enter\/[\w-]+/;

const pageTo = (address: string): string =>
  '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Pinfold</title>' +
  `<meta http-equiv="refresh" content="0; url=${address}"><a href="${address}">Pinfold</a>\n`;

/** @returns null where the system watches no more folders; then no other start gets an address */
function watchDirectory(directory: string, look: () => void, report: (error: unknown) => void): FSWatcher | null {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // Some systems name no file (Node.js, `fs.watch`).
    const watcher = watch(directory, (_event, name) => {
      if (name === null || name === 'request') look();
    });
    return watcher.on('error', report);
  } catch (error) {
    report(error);
    return null;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
