// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import type { KeyDetail } from '../../src/state/keys/keys.svelte.ts';
import Cid from '../../src/components/file/Cid.svelte';
import KeyFacts from '../../src/views/keys/inspector/KeyFacts.svelte';
import { aKey } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { show } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

/** It turns the writing round that follows, and no screen shows it (Unicode, U+202E). */
const TURNED = '\u202e';

test('a tooltip with a CID of the service names what would turn its writing round', () => {
  ({ leave } = show(fakeBridge(), Cid, { cid: `bafy${TURNED}gnp` }));
  expect(document.querySelector('.cid')?.getAttribute('title')).toBe('bafyU+202Egnp');
});

test('a tooltip with a time of the service names what would turn its writing round', () => {
  const key = aKey({ createdAt: `1 Jan 2026 (${TURNED}x)` });
  const detail = { key, limit: null, idleSinceMs: null, seenAtMs: 0 } as unknown as KeyDetail;
  ({ leave } = show(fakeBridge(), KeyFacts, { detail, nowMs: 0 }));
  expect(document.querySelector('time')?.title).toBe('1 Jan 2026 (U+202Ex)');
});
