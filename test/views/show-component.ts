import { type Component, flushSync, mount, unmount } from 'svelte';
import { type AppStates, setApp, setScreens } from '../../src/state/app-states.svelte.ts';
import { portsOf } from '../state/ports.ts';
import { connectionA } from '../support/builders.ts';
import type { FakeBridge } from '../support/fake-bridge.ts';

// jsdom draws nothing, so that no size changes.
class NoSizes {
  observe = (): void => undefined;
  unobserve = (): void => undefined;
  disconnect = (): void => undefined;
}
globalThis.ResizeObserver ??= NoSizes as unknown as typeof ResizeObserver;

type Shown = {
  readonly app: AppStates;
  /** Takes the component off the page. */
  readonly leave: () => void;
};

/** Shows a component in a page of jsdom, with the states of the app and of one connection around it. */
export function show<Props extends Record<string, unknown>>(
  bridge: FakeBridge,
  Inner: Component<Props>,
  props: Props,
  app = portsOf(bridge).app,
): Shown {
  const Around = (...[anchor, given]: Parameters<Component<Props>>): ReturnType<Component<Props>> => {
    setApp(app);
    setScreens(app.screensOf(connectionA));
    return Inner(anchor, given);
  };
  const target = document.body.appendChild(document.createElement('main'));
  // A context of its own lets a component that is no file of Svelte's set states for those within.
  const shown = mount(Around as Component<Props>, { target, props, context: new Map() });
  flushSync();
  return {
    app,
    leave: () => {
      void unmount(shown);
      target.remove();
    },
  };
}

/** The button of this name, or with this text. */
export function button(name: string): HTMLButtonElement | null {
  const all = [...document.querySelectorAll('button')];
  return all.find((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name) ?? null;
}

/** Lets every answer that has come be taken. */
export const turn = (): Promise<void> => new Promise((done) => setTimeout(done));
