// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import type { KeyDetail } from '../../src/state/keys/keys.svelte.ts';
import Cid from '../../src/components/file/Cid.svelte';
import KeyFacts from '../../src/views/keys/inspector/KeyFacts.svelte';
import { aFile, aKey, uuid } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { show } from './show-component.ts';
import ActionButtons from '../../src/views/changes/ActionButtons.svelte';
import DryRunButton from '../../src/views/changes/dry-run/DryRunButton.svelte';
import { changeSetId } from '../../src/domain/core/ids.ts';
import type { FileRow } from '../../src/domain/files/file.ts';
import FileCell from '../../src/views/files/grid/FileCell.svelte';
import { signerAddress } from '../../src/domain/signatures/known-signer.ts';
import SignerItem from '../../src/views/settings/signers/SignerItem.svelte';

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

test.each([
  ['type', { column: 'type', widthPx: 90 }],
  ['group', { column: 'group', widthPx: 90 }],
  ['value', { key: 'rarity', widthPx: 90 }],
] as const)('a tooltip with a %s in the list names what would turn its writing round', (_, column) => {
  const foreign = `a${TURNED}gnp`;
  const file = { ...aFileRow(), mimeType: foreign, groupId: foreign, values: [foreign] };
  ({ leave } = show(fakeBridge(), FileCell, { file, column, keys: ['rarity'], position: 2 }));
  expect(document.querySelector('[role=gridcell]')?.getAttribute('title')).toBe('aU+202Egnp');
});

test('a button names what would turn round the name of the file that it is about', () => {
  const set = changeSetId.parse(uuid(1));
  const labels = (): readonly (string | null)[] =>
    [...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label'));
  const about = `a${TURNED}gnp`;
  ({ leave } = show(fakeBridge(), ActionButtons, { actions: ['hold'], target: { changeSetId: set }, about }));
  expect(labels()).toEqual(['Hold: aU+202Egnp']);
  leave();
  ({ leave } = show(fakeBridge(), DryRunButton, { of: { id: set, title: `Rename ${about}` } }));
  expect(labels()).toEqual([expect.stringContaining('aU+202Egnp')]);
});

test('each button about a signer names the signer, and what would turn round the label that a list brought', () => {
  const signer = { address: signerAddress.parse(`0x${'0'.repeat(40)}`), label: `a${TURNED}b`, addedAtMs: 0 };
  ({ leave } = show(fakeBridge(), SignerItem, { signer }));
  const labels = [...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label'));
  expect(labels).toEqual(['Rename aU+202Eb', 'Remove aU+202Eb']);
});

const aFileRow = (): FileRow => ({
  ...{ network: 'public', id: aFile().id, name: 'one.png', cid: 'bafy', sizeBytes: 1, createdAt: null },
  ...{ mimeType: null, groupId: null, state: 'onServer', values: [] },
});
