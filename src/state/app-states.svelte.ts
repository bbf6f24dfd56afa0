import type { Bridge } from '../contract/index.ts';
import { ClockState } from './app/clock.svelte.ts';
import { ConnectionsState } from './app/connections.svelte.ts';
import { FirstRunState } from './app/first-run.svelte.ts';
import type { SharedStates } from './app/ports.ts';
import { PreferencesState } from './app/preferences.svelte.ts';
import { RouterState, type AddressBar } from './app/router.svelte.ts';
import { LibraryExportState } from './exports/library-export.svelte.ts';
import { makeScreens, type Screens } from './screens.ts';

export type AppPorts = {
  readonly bridge: Bridge;
  readonly addressBar: AddressBar;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** All states of the page, made once. */
export type AppStates = SharedStates & {
  readonly exports: LibraryExportState;
  /** The screens of a connection; made at the first call, the same ones at every later call. */
  readonly screensOf: (connectionId: string) => Screens;
};

export function makeStates({ bridge, addressBar, now }: AppPorts): AppStates {
  const router = new RouterState(addressBar);
  const app = {
    router,
    clock: new ClockState(now),
    preferences: new PreferencesState(bridge),
    connections: new ConnectionsState(bridge, router),
    firstRun: new FirstRunState(bridge),
    exports: new LibraryExportState(bridge),
  };
  // Bookkeeping: no view reads it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  const made = new Map<string, Screens>();
  const screensOf = (connectionId: string): Screens => {
    const screens = made.get(connectionId) ?? detachedEffects(() => makeScreens({ bridge, connectionId, app }));
    made.set(connectionId, screens);
    return screens;
  };
  return { ...app, screensOf };
}

/**
 * Makes states that outlive the view that asks for them first. A derived value that is made within an effect of a view
 * stands still once that view is gone; in a root of its own it belongs to no view (Svelte, `$effect.root`).
 */
function detachedEffects<Made>(make: () => Made): Made {
  const made: Made[] = [];
  $effect.root(() => void made.push(make()));
  const [one] = made;
  if (one === undefined) throw new Error('An effect root runs at once');
  return one;
}
