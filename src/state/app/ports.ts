import type { Bridge } from '../../contract/index.ts';
import type { Selection } from '../../domain/files/queries.ts';
import type { ClockState } from './clock.svelte.ts';
import type { ConnectionsState } from './connections.svelte.ts';
import type { FirstRunState } from './first-run.svelte.ts';
import type { UpdatesState } from './updates.svelte.ts';
import type { KeymapState } from './keymap.svelte.ts';
import type { PreferencesState } from './preferences.svelte.ts';
import type { RouterState } from './router.svelte.ts';

/** The states that all screens share, whichever connection is on screen. */
export type SharedStates = {
  readonly router: RouterState;
  readonly clock: ClockState;
  readonly preferences: PreferencesState;
  readonly keymap: KeymapState;
  readonly connections: ConnectionsState;
  readonly firstRun: FirstRunState;
  readonly updates: UpdatesState;
  readonly exports: ExportStarter;
};

/** The part of the library export that a screen uses. */
export type ExportStarter = {
  /** @returns whether the export has begun */
  readonly start: (connectionId: string, selection: Selection) => Promise<boolean>;
  /** A person begins anew: why the last export did not begin is said no more. */
  readonly forgetFailure: () => void;
};

/** The ports of a screen's state: the bridge to the core, its connection, and the states that all screens share. */
export type ScreenPorts = { readonly bridge: Bridge; readonly connectionId: string; readonly app: SharedStates };
