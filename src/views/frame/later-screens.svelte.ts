import type { Component } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { RouteTarget } from '../../state/app/route.ts';

/** Every screen that a start can do without: most starts show the files, and each of the others costs them its code. */
const loaders = {
  activity: () => import('../activity/ActivityView.svelte'),
  audit: () => import('../keys/audit/KeyAuditView.svelte'),
  changes: () => import('../changes/ChangesView.svelte'),
  guide: () => import('../guide/GuideView.svelte'),
  keys: () => import('../keys/KeysView.svelte'),
  library: () => import('../library/LibraryView.svelte'),
  sameContent: () => import('../duplicates/DuplicatesView.svelte'),
  settings: () => import('../settings/SettingsView.svelte'),
  signatures: () => import('../signatures/SignaturesView.svelte'),
} satisfies Partial<Record<RouteTarget['kind'], () => Promise<{ default: Component }>>>;

export type LaterScreen = keyof typeof loaders;

export const isLater = (kind: string): kind is LaterScreen => Object.hasOwn(loaders, kind);

/** Code belongs to the page: the frame of another connection finds here what that of the last one has loaded. */
let loaded = $state.raw<Partial<Record<LaterScreen, Component>>>({});

/** What could not be loaded: a file that went while the page was open, or a computer without memory. */
const failed = new SvelteSet<LaterScreen | 'palette'>();
export const hasFailed = (part: LaterScreen | 'palette'): boolean => failed.has(part);

/**
 * Once it is loaded, a screen comes in the same update of the page as its address.
 *
 * @returns null until then
 */
export const laterScreen = (kind: LaterScreen): Component | null => loaded[kind] ?? null;

export async function loadScreen(kind: LaterScreen): Promise<void> {
  if (loaded[kind] !== undefined) return;
  try {
    const { default: screen } = await loaders[kind]();
    loaded = { ...loaded, [kind]: screen };
  } catch {
    failed.add(kind);
  }
}

type Palette = Awaited<ReturnType<typeof importPalette>>['default'];
const importPalette = () => import('../palette/Palette.svelte');

let palette = $state.raw<Palette | null>(null);

/** @returns null until it is loaded */
export const laterPalette = (): Palette | null => palette;

export async function loadPalette(): Promise<void> {
  try {
    palette ??= (await importPalette()).default;
  } catch {
    failed.add('palette');
  }
}

/** Loads one after the other, so that no two stand between a person and the page. */
export async function loadEverything(): Promise<void> {
  await loadPalette();
  for (const kind of Object.keys(loaders).filter(isLater)) await loadScreen(kind);
}
