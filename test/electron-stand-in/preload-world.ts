/**
 * The script that stands for a preload: Chromium runs it in the page before any script of the page's own.
 *
 * @param source the built preload script, as Electron would read it
 */
export const preloadScript = (source: string): string =>
  `{ const required = (${preloadWorld.toString()})();
     (function (require, exports, module) { ${source}\n })(required, {}, { exports: {} }); }`;

/**
 * Makes what a sandboxed preload script may require. It goes to Chromium as text, so it uses nothing from outside itself.
 *
 * @returns the preload's `require`
 */
function preloadWorld(): (name: string) => unknown {
  type Relay = (event: object, ...words: unknown[]) => void;
  type Invoke = (channel: string, words: unknown[]) => Promise<{ value: unknown } | { error: string }>;
  const world = globalThis as unknown as Record<string | symbol, unknown>;
  const relays = new Map<string, Set<Relay>>();
  const invoke = world['standInInvoke'] as Invoke;
  Reflect.deleteProperty(world, 'standInInvoke'); // the page sees what the preload exposes, and nothing else

  /** What crosses into the page is a copy; functions cross as functions. */
  const copied = (value: unknown): unknown => {
    if (typeof value === 'function')
      return (...words: unknown[]): unknown => copied(Reflect.apply(value, null, words.map(copied)));
    if (typeof value !== 'object' || value === null || value instanceof Promise) return value;
    if (Array.isArray(value)) return value.map(copied);
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copied(part)])));
  };

  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: unknown): void => {
        Object.defineProperty(world, name, { value: copied(api), enumerable: true });
      },
    },
    ipcRenderer: {
      invoke: async (channel: string, ...words: unknown[]): Promise<unknown> => {
        const ending = await invoke(channel, structuredClone(words));
        if ('error' in ending) throw new Error(`Error invoking remote method '${channel}': ${ending.error}`);
        return ending.value;
      },
      on: (channel: string, relay: Relay): void => {
        relays.set(channel, (relays.get(channel) ?? new Set()).add(relay));
      },
      off: (channel: string, relay: Relay): void => void relays.get(channel)?.delete(relay),
    },
  };
  Object.defineProperty(world, Symbol.for('stand-in.send'), {
    value: (channel: string, words: unknown[]) => relays.get(channel)?.forEach((relay) => relay({}, ...words)),
  });

  return (name) => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`);
    return electron;
  };
}
