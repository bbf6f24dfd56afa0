import '../../../../src/no-eval.ts';
import { mount } from 'svelte';
import { makeStates } from '../../../../src/state/app-states.svelte.ts';
import App from '../../../../src/views/App.svelte';
import '../../../../src/styles/styles.css';
import ComboboxScene from './ComboboxScene.svelte';
import DialogScene from './DialogScene.svelte';
import ListScene from './ListScene.svelte';
import { pageCore, type PageCore } from './page-core.ts';

/** Components that are shown alone. */
const alone = { combobox: ComboboxScene, dialog: DialogScene, list: ListScene } as const;

export type Scene = keyof typeof alone | 'app';

declare global {
  interface Window {
    /** Mounts a component, or with `app` the whole page at an address. */
    readonly show: (scene: Scene) => void;
    /** The core behind the page. */
    readonly core: PageCore;
  }
}

const core = pageCore();
const addressBar = {
  read: () => location.hash,
  push: (hash: string) => history.pushState(null, '', hash),
  replace: (hash: string) => history.replaceState(null, '', hash),
  listen: (listener: () => void) => {
    addEventListener('popstate', listener);
    return () => removeEventListener('popstate', listener);
  },
};

function show(scene: Scene): void {
  const target = document.querySelector('#app');
  if (target === null) throw new Error('The page has no #app');
  if (scene !== 'app') mount(alone[scene], { target });
  else mount(App, { target, props: { states: makeStates({ bridge: core, addressBar, now: () => 0 }) } });
}

Object.assign(window, { core, show });
