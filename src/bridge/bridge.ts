import type { Bridge } from '../contract/index.ts';
import { SocketBridge } from './socket-bridge.ts';

declare global {
  interface Window {
    /** The preload script's bridge; absent under the web host. */
    readonly pinfold?: Bridge;
  }
}

/** Opens the page's bridge to the core under either host. */
export function openBridge(): Bridge {
  return window.pinfold ?? new SocketBridge(() => new WebSocket(`ws://${window.location.host}/bridge`));
}
