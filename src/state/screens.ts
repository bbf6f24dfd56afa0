import { ChangesState } from './changes.svelte.ts';
import { CountsState } from './counts.svelte.ts';
import { KeysState } from './keys.svelte.ts';
import type { ScreenPorts } from './ports.ts';
import { SettingsState } from './settings.svelte.ts';

/** The screens of one connection. They outlive a visit to another one, so that coming back finds everything in place. */
export const makeScreens = (ports: ScreenPorts) => ({
  counts: new CountsState(ports),
  keys: new KeysState(ports),
  changes: new ChangesState(ports),
  settings: new SettingsState(ports),
});
export type Screens = Readonly<ReturnType<typeof makeScreens>>;
