import { expect } from 'vitest';
import type { RunningCore } from './running-core.ts';

/** A core that was built from no release: it asks nobody, whatever the person wants. */
export async function askUpdates(one: RunningCore): Promise<void> {
  const chosen = await one.get('updates.choose', { isDaily: true });
  expect(chosen).toMatchObject({ state: { kind: 'notConfigured' }, isDaily: true, isWebHost: true });
  expect((await one.get('updates.check', null)).checkedAtMs).toBeNull();
  expect((await one.get('updates.download', null)).state).toEqual({ kind: 'notConfigured' });
  expect(await one.get('updates.show', null)).toEqual({ isOpened: false });
  expect(await one.get('updates.notes', null)).toEqual({ isOpened: false });
  await one.get('updates.choose', { isDaily: false });
  expect((await one.get('updates.get', null)).isDaily).toBe(false);
}

export async function askApp(one: RunningCore): Promise<void> {
  await one.get('app.info', null);
  await one.get('app.notices', null);
  expect(await one.get('diagnostics.openFolder', null)).toEqual({ opened: true });
  await one.get('diagnostics.removeCrashes', null);
  await one.get('app.setPreferences', { theme: 'dark' });
  expect(await one.get('app.preferences', null)).toMatchObject({ theme: 'dark' });
}
