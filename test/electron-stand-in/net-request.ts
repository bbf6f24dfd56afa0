import { EventEmitter } from 'node:events';
import { request as ask, type ClientRequest as NodeRequest, type IncomingMessage } from 'node:http';
import type { ClientRequestConstructorOptions } from 'electron';

/** Chromium's names for what Node calls otherwise. */
const chromiumNames = new Map([
  ['ECONNREFUSED', 'ERR_CONNECTION_REFUSED'],
  ['ECONNRESET', 'ERR_CONNECTION_RESET'],
  ['ENOTFOUND', 'ERR_NAME_NOT_RESOLVED'],
]);

/** Electron takes the bytes of a header for UTF-8, where Node makes one character of each. */
function electronHeaders(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const asText = (value: string): string => Buffer.from(value, 'latin1').toString('utf8');
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? asText(value) : value?.map(asText),
    ]),
  );
}

/** Electron's `net.request` for plain http, with its events; a redirect that nobody follows ends it, as there. */
export class StandInRequest extends EventEmitter {
  readonly #asked: NodeRequest;
  #isOver = false;

  constructor({ url = '', method = 'GET' }: ClientRequestConstructorOptions) {
    super();
    this.#asked = ask(url, { method });
    this.#asked.on('error', (error: NodeJS.ErrnoException) => {
      this.#end('error', new Error(`net::${chromiumNames.get(error.code ?? '') ?? 'ERR_FAILED'}`));
    });
    this.#asked.on('response', (response) => this.#answered(response));
  }

  setHeader(name: string, value: string): void {
    this.#asked.setHeader(name, value);
  }

  end(body?: string): void {
    this.#asked.end(body);
  }

  abort(): void {
    this.#asked.destroy();
    this.#end('abort');
  }

  #answered(response: IncomingMessage): void {
    const { statusCode = 0, headers } = response;
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) {
      this.#isOver = true;
      return void this.emit('response', Object.assign(response, { headers: electronHeaders(headers) }));
    }
    const location = new URL(headers.location, this.#asked.protocol + '//' + this.#asked.host).href;
    this.emit('redirect', statusCode, 'GET', location, {});
    this.#end('error', new Error('Redirect was cancelled'));
    response.destroy();
  }

  #end(event: 'abort' | 'error', ...words: unknown[]): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.emit(event, ...words);
  }
}
