// `no-eval.ts` comes first: it configures zod before any schema exists.
import './no-eval.ts';
import { mount } from 'svelte';
import { openBridge } from './bridge/bridge.ts';
import { saveFilesWith } from './components/download.ts';
import { makeStates } from './state/app-states.svelte.ts';
import type { AddressBar } from './state/app/router.svelte.ts';
import './styles/styles.css';
import App from './views/App.svelte';

const addressBar: AddressBar = {
  read: () => window.location.hash,
  push: (hash) => window.history.pushState(null, '', hash),
  replace: (hash) => window.history.replaceState(null, '', hash),
  listen: (listener) => {
    // `popstate` fires for links and typed addresses too (HTML standard).
    window.addEventListener('popstate', listener);
    return () => window.removeEventListener('popstate', listener);
  },
};

if (window.pinfold !== undefined) saveFilesWith(window.pinfold.saveFile);

const target = document.querySelector('#app');
if (target === null) throw new Error('The page has no #app');

const states = makeStates({ bridge: await openBridge(), addressBar, now: () => Date.now() });
mount(App, { target, props: { states } });
