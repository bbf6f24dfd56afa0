import type { Bridge } from '../contract/index.ts';
import { SocketBridge } from './socket-bridge.ts';

declare global {
  interface Window {
    /** Put there by the preload script; absent where the page came from the web host. */
    readonly pinfold?: Bridge;
  }
}

/** The page's one door to the core, whichever host shows the page. */
export function openBridge(): Bridge {
  return window.pinfold ?? new SocketBridge(() => new WebSocket(`ws://${window.location.host}/bridge`));
}
