import type { Core, HostPorts, StartFailure } from './host.ts';

/** Starts the threads of the core over one profile directory. */
export function startCore(
  _ports: HostPorts,
): Promise<{ ok: true; value: Core } | { ok: false; failure: StartFailure }> {
  throw new Error('being written');
}
