// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { PairSuggestionsState } from '../../src/state/files/pair-suggestions.svelte.ts';
import { MetadataDraft } from '../../src/state/files/metadata-draft.svelte.ts';
import PairEditor from '../../src/views/files/inspector/PairEditor.svelte';
import { portsOf } from '../state/ports.ts';
import { aFile } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';

test('a pair that is crossed out, and put back, keeps the focus', async () => {
  const draft = new MetadataDraft(aFile({ keyvalues: [['env', 'prod']] as never }));
  const suggestions = new PairSuggestionsState(portsOf(fakeBridge()));
  const props = { draft, pair: draft.pairs[0]!, suggestions };
  const editor = mount(PairEditor, { target: document.body, props });
  flushSync();
  const press = (): void => {
    const button = document.querySelector('button');
    button?.focus();
    button?.click();
  };
  press();
  await expect.poll(() => document.activeElement?.textContent).toContain('Put env back');
  press();
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
  void unmount(editor);
});
