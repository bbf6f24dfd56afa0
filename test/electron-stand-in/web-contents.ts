import { EventEmitter } from 'node:events';
import type { WindowOpenHandlerResponse } from 'electron';
import type { BrowserContext, Frame, Page, Route } from 'playwright-core';
import { handlers } from './modules.ts';
import { preventable } from './preventable.ts';
import { answererOf, fromChromium } from './protocol.ts';
import { record } from './record.ts';
import { session } from './session.ts';

type OpenHandler = (details: { url: string }) => WindowOpenHandlerResponse;

/** Electron's `webContents`: one page's requests, messages and navigations. */
export class StandInContents extends EventEmitter {
  readonly id = 1;
  destroyed = false;
  #page: Page | null = null;
  /** The address that the main process itself asked for; going there needs nobody's leave. */
  #ordered: string | null = null;
  #mayOpen: OpenHandler = () => ({ action: 'allow' });
  #sending: Promise<unknown> = Promise.resolve();

  async attach(page: Page): Promise<void> {
    this.#page = page;
    const context: BrowserContext = page.context();
    await context.route('**/*', (route) => this.#answer(route));
    await context.exposeBinding('standInInvoke', ({ frame }, channel: string, words: unknown[]) =>
      this.#invoke(frame, channel, words),
    );
    page.on('download', (download) => {
      const event = preventable({});
      session.defaultSession.emit('will-download', event);
      record('download', { name: download.suggestedFilename(), prevented: event.defaultPrevented });
      if (event.defaultPrevented) void download.cancel();
    });
    page.on('popup', (popup) => {
      if (this.#forbidsWindow(fromChromium(popup.url()))) void popup.close();
    });
  }

  async load(page: Page, url: string): Promise<void> {
    this.#ordered = url;
    await page.goto(url);
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#mayOpen = handler;
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  getURL(): string {
    return fromChromium(this.#page?.url() ?? 'about:blank');
  }

  /** Sends one after the other, and to nobody while the page is between two documents. */
  send(channel: string, ...words: unknown[]): void {
    const copies = structuredClone(words);
    this.#sending = this.#sending.then(() => this.#page?.evaluate(deliver, { channel, copies })).catch(() => undefined);
  }

  async #invoke(frame: Frame, channel: string, words: unknown[]): Promise<{ value: unknown } | { error: string }> {
    const url = fromChromium(frame.url());
    const { protocol, host } = new URL(url);
    const senderFrame = { url, origin: `${protocol}//${host}`, parent: frame.parentFrame() };
    const handler = handlers.get(channel);
    if (handler === undefined) return { error: `Error: No handler registered for '${channel}'` };
    try {
      return { value: structuredClone(await handler({ sender: this, senderFrame } as never, ...words)) };
    } catch (error) {
      return { error: String(error) };
    }
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const url = fromChromium(request.url());
    if (request.isNavigationRequest() && !this.#mayGo(route, url)) return route.abort('aborted');
    if (!session.defaultSession.mayRequest(url)) {
      record('request cancelled', url);
      return route.abort('blockedbyclient');
    }
    const answerer = answererOf(url);
    if (answerer === null) return route.continue();
    const response = await answerer(new Request(url, { method: request.method() }));
    const body = Buffer.from(await response.arrayBuffer());
    return route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body });
  }

  #mayGo(route: Route, url: string): boolean {
    if (route.request().url() === this.#ordered) {
      this.#ordered = null;
      return true;
    }
    const frame = frameOf(route);
    if (frame === null || frame.page() !== this.#page) return !this.#forbidsWindow(url);
    const isMainFrame = frame.parentFrame() === null;
    const event = preventable({ url, isSameDocument: false, isMainFrame, frame: null, initiator: null });
    this.emit('will-frame-navigate', event);
    if (isMainFrame) this.emit('will-navigate', event);
    record('navigation', { url, isMainFrame, prevented: event.defaultPrevented });
    return !event.defaultPrevented;
  }

  #forbidsWindow(url: string): boolean {
    const { action } = this.#mayOpen({ url });
    record('window.open', { url, action });
    return action === 'deny';
  }
}

/** @returns null for the first request of a new window, which has no frame yet */
function frameOf(route: Route): Frame | null {
  try {
    return route.request().frame();
  } catch {
    return null;
  }
}

/** Runs in the page. */
function deliver({ channel, copies }: { channel: string; copies: unknown[] }): void {
  const send: unknown = Reflect.get(globalThis, Symbol.for('stand-in.send'));
  if (typeof send === 'function') Reflect.apply(send, null, [channel, copies]);
}
