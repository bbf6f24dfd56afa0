import type { Bridge } from '../../src/contract/index.ts';
import { makeStates, type AppStates } from '../../src/state/app-states.svelte.ts';
import type { ScreenPorts } from '../../src/state/app/ports.ts';
import { connectionA } from '../support/builders.ts';

const noAddressBar = { read: () => '', push: () => undefined, replace: () => undefined, listen: () => () => undefined };

/** What a screen's state is given, with the rest of the app at rest around it. */
export const portsOf = (bridge: Bridge): ScreenPorts & { readonly app: AppStates } => ({
  bridge,
  connectionId: connectionA,
  app: makeStates({ bridge, addressBar: noAddressBar, now: () => 0 }),
});
