import type { Bridge, EventName } from '../../contract/index.ts';

/** Calls the listener at each of these events. @returns stops listening */
export function listenToAll(bridge: Bridge, names: readonly EventName[], listener: () => void): () => void {
  const stops = names.map((name) => bridge.listen(name, listener));
  return () => stops.forEach((stop) => stop());
}
