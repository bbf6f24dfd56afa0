import type { GatewayImage } from '../../contract/gateways.ts';
import type { Input } from '../../contract/index.ts';
import type { ConnectionGateway } from '../../domain/connections/connection.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { FileKey } from '../../domain/core/ids.ts';
import { gatewayUrl } from '../../domain/gateways/gateway.ts';
import { Action } from '../app/action.svelte.ts';
import { pageClock } from '../app/clock.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** A file as its picture needs it. */
type PicturedFile = FileKey & { readonly cid: string };

/** Shows an address in another tab; the page that opens there has no way back to this one. */
const openTab = (url: string): void => void window.open(url, '_blank', 'noopener,noreferrer');

/** How long a file is looked at before its picture is asked for: who runs through a list asks for none. */
export const LOOK_MS = 250;

/** The gateway of a connection, and the picture of the file that is looked at. */
export class GatewayState {
  readonly #ports: ScreenPorts;
  readonly #after: typeof pageClock.after;
  readonly #openTab: typeof openTab;
  readonly #picture: Query<Input<'gateways.image'>, GatewayImage>;
  readonly #opening = new Action();
  #unopened = $state.raw<string | null>(null);
  #shown: PicturedFile | null = null;

  constructor(ports: ScreenPorts, { after = pageClock.after, open = openTab } = {}) {
    const { bridge } = ports;
    this.#ports = ports;
    this.#after = after;
    this.#openTab = open;
    this.#picture = new Query((input) => bridge.ask('gateways.image', input), 'forget');
  }

  /** Null without a gateway. */
  get gateway(): ConnectionGateway | null {
    return this.#summary?.connection.gateway ?? null;
  }
  /** Whether the picture cannot be asked for now. */
  get isOffline(): boolean {
    return this.#summary?.connection.paused === true || this.#summary?.status.network === 'down';
  }
  /** The picture, or why there is none; null before the answer. */
  get picture(): GatewayImage | null {
    return this.#picture.current;
  }

  get failure(): Failure | null {
    return this.#picture.failure;
  }

  /** The address that a person asked for last, where the system did not open it; null otherwise. */
  get unopened(): string | null {
    return this.#unopened;
  }
  /** Why the core did not try to open it; null where it tried. */
  get openFailure(): Failure | null {
    return this.#opening.failure;
  }

  /** Puts the address that was not opened away. */
  dismiss(): void {
    this.#unopened = null;
    this.#opening.clear();
  }

  get #summary() {
    const { app, connectionId } = this.#ports;
    return app.connections.summaryOf(connectionId);
  }

  /** Where the gateway has a content; null without a gateway, and for text that is no CID. */
  urlOf(cid: string): string | null {
    return this.gateway === null ? null : gatewayUrl(this.gateway.address, cid);
  }

  /** Asks for the picture of a file, once it has been looked at for a moment. @returns gives it up */
  look(file: PicturedFile): () => void {
    this.#picture.clear();
    this.#shown = file;
    const stop = this.#after(LOOK_MS, () => void this.#ask(file, false));
    return () => {
      stop();
      this.#picture.clear();
    };
  }

  /** Asks for the picture of the private file that is looked at, and of no other. */
  async showPrivate(): Promise<void> {
    this.#picture.clear();
    if (this.#shown !== null) await this.#ask(this.#shown, true);
  }

  /**
   * Shows a file in the person's browser. A window of the app leaves that to the core; a page that stands in the browser
   * itself opens a tab.
   */
  async open({ network, id, cid }: PicturedFile): Promise<void> {
    const url = this.urlOf(cid);
    if (url === null) return;
    if (!this.isInWindow) return this.#openTab(url);
    const { bridge, connectionId } = this.#ports;
    const asked = { connectionId, key: { network, id }, evenPrivate: network === 'private' };
    const reply = await this.#opening.runBeside(() => bridge.ask('gateways.open', asked));
    this.#unopened = reply.ok && reply.value.isOpened ? null : url;
  }

  /** Whether the page is shown in a window of the app, where links lead nowhere. */
  get isInWindow(): boolean {
    return typeof window !== 'undefined' && window.pinfold !== undefined;
  }

  async #ask({ network, id }: PicturedFile, evenPrivate: boolean): Promise<void> {
    const { connectionId } = this.#ports;
    await this.#picture.ask({ connectionId, key: { network, id }, evenPrivate });
  }
}
