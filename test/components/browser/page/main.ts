import '../../../../src/no-eval.ts';
import { mount } from 'svelte';
import { makeStates } from '../../../../src/state/app-states.svelte.ts';
import App from '../../../../src/views/App.svelte';
import { speak } from '../../../../src/views/speak.ts';
import RecoveryView from '../../../../src/views/recovery/RecoveryView.svelte';
import '../../../../src/styles/styles.css';
import ComboboxScene from './ComboboxScene.svelte';
import DialogScene from './DialogScene.svelte';
import ListScene from './ListScene.svelte';
import { pageCore, type PageCore } from './page-core.ts';

/** Components that are shown alone. */
const alone = { combobox: ComboboxScene, dialog: DialogScene, list: ListScene } as const;

export type Scene = keyof typeof alone | 'app' | 'recovery';

declare global {
  interface Window {
    /** Mounts a component, with `app` the whole page at an address, or with `recovery` the page of a damaged queue. */
    readonly show: (scene: Scene) => Promise<void>;
    readonly speak: typeof speak;
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

async function show(scene: Scene): Promise<void> {
  const target = document.querySelector('#app');
  if (target === null) throw new Error('The page has no #app');
  if (scene !== 'app' && scene !== 'recovery') {
    mount(alone[scene], { target });
    return;
  }
  const props = { states: makeStates({ bridge: core, addressBar, now: () => 0 }) };
  if (scene === 'app') mount(App, { target, props });
  else await props.states.recovery.load().then(() => mount(RecoveryView, { target, props }));
}

Object.assign(window, { core, show, speak });
