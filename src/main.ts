// `no-eval.ts` comes first: it configures zod before any schema exists.
import './no-eval.ts';
import { mount } from 'svelte';
import { openBridge } from './bridge/bridge.ts';
import { saveFilesWith } from './components/download.ts';
import { spokenLanguage } from './domain/core/language.ts';
import { makeStates } from './state/app-states.svelte.ts';
import type { AddressBar } from './state/app/router.svelte.ts';
import './styles/styles.css';
import App from './views/App.svelte';
import { speak } from './views/speak.ts';

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

/** No `await` at the top: the German words import from this program, which has to have come to its end by then. */
async function start(into: Element): Promise<void> {
  const bridge = await openBridge();
  const reload = (): void => window.location.reload();
  const states = makeStates({ bridge, addressBar, now: () => Date.now(), reload });
  const [phase] = await Promise.all([states.recovery.load(), states.preferences.load()]);
  const spoken = spokenLanguage(states.preferences.language, navigator.languages);
  states.preferences.spoken = spoken.language;
  await speak(spoken);
  // A chunk of its own: nearly no start needs it.
  const Shown = phase.kind === 'running' ? App : (await import('./views/recovery/RecoveryView.svelte')).default;
  mount(Shown, { target: into, props: { states } });
  void bridge.ask('recovery.pageShown', null);
}

void start(target);
