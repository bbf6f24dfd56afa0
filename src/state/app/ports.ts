import type { Bridge } from '../../contract/index.ts';
import type { ClockState } from './clock.svelte.ts';
import type { ConnectionsState } from './connections.svelte.ts';
import type { FirstRunState } from './first-run.svelte.ts';
import type { LibraryExportState } from '../exports/library-export.svelte.ts';
import type { PreferencesState } from './preferences.svelte.ts';
import type { RouterState } from './router.svelte.ts';

/** What is one for the whole app, whichever connection is on screen. */
export type SharedStates = {
  readonly router: RouterState;
  readonly clock: ClockState;
  readonly preferences: PreferencesState;
  readonly connections: ConnectionsState;
  readonly firstRun: FirstRunState;
  readonly exports: LibraryExportState;
};

/** What the state of a screen is given: the door to the core, and the one connection it is about. */
export type ScreenPorts = { readonly bridge: Bridge; readonly connectionId: string; readonly app: SharedStates };
