import type { HostSignal } from '../../src/domain/service/host-signal.ts';
import type { Announcement, Core } from '../../electron/host.ts';

export type FakeCore = Core & {
  readonly announce: (name: string) => void;
  readonly asked: { readonly name: string; readonly input: unknown }[];
  readonly told: HostSignal[];
  readonly listeners: () => number;
  /** Lets every question of the name `held` be answered. */
  readonly release: () => void;
};

/** A core that answers every question with the question; `held` waits until it is released. */
export function fakeCore(): FakeCore {
  const asked: { name: string; input: unknown }[] = [];
  const told: HostSignal[] = [];
  const listeners = new Set<(announcement: Announcement) => void>();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    asked,
    told,
    listeners: () => listeners.size,
    release: () => release(),
    announce: (name) => listeners.forEach((listener) => listener({ name, payload: null })),
    ask: async (name, input) => {
      asked.push({ name, input });
      if (name === 'held') await released;
      return { ok: true, value: { name, input } };
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (signal) => void told.push(signal),
    ended: new Promise(() => undefined),
    close: () => Promise.resolve(),
  };
}

export const silentLog = { error: () => 'reference', info: () => undefined };
