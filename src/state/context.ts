import { createContext } from 'svelte';
import type { AppStates } from './app-states.svelte.ts';
import type { Screens } from './screens.ts';

/** The states of the whole app: address, clock, preferences, connections. */
export const [getApp, setApp] = createContext<AppStates>();

/** The screens of the connection on display. */
export const [getScreens, setScreens] = createContext<Screens>();
