import type { Bridge } from '../contract/index.ts';
import { ClockState } from './app/clock.svelte.ts';
import { ConnectionsState } from './app/connections.svelte.ts';
import { FirstRunState } from './app/first-run.svelte.ts';
import { LibraryExportState } from './exports/library-export.svelte.ts';
import { detachedEffects } from './lists/detached-effects.svelte.ts';
import type { SharedStates } from './app/ports.ts';
import { PreferencesState } from './app/preferences.svelte.ts';
import { RouterState, type AddressBar } from './app/router.svelte.ts';
import { makeScreens, type Screens } from './screens.ts';

export type AppPorts = {
  readonly bridge: Bridge;
  readonly addressBar: AddressBar;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

/** Everything the page knows, made once. */
export type AppStates = SharedStates & { readonly screensOf: (connectionId: string) => Screens };

export function makeStates({ bridge, addressBar, now }: AppPorts): AppStates {
  const router = new RouterState(addressBar);
  const app: SharedStates = {
    router,
    clock: new ClockState(now),
    preferences: new PreferencesState(bridge),
    connections: new ConnectionsState(bridge, router),
    firstRun: new FirstRunState(bridge),
    exports: new LibraryExportState(bridge),
  };
  const made = new Map<string, Screens>();
  const screensOf = (connectionId: string): Screens => {
    const screens = made.get(connectionId) ?? detachedEffects(() => makeScreens({ bridge, connectionId, app }));
    made.set(connectionId, screens);
    return screens;
  };
  return { ...app, screensOf };
}
