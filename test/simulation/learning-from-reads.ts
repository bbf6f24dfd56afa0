import type { ReceivedFile, Service } from '../../electron/remote/service.ts';
import type { MetadataMode } from '../../src/domain/service/metadata-mode.ts';

/**
 * A client that infers the metadata mode from the read after a timeout: "it is still there, so they merge",
 * though the update may never have been applied.
 */
export function learningFromReads(service: Service, learn: (mode: MetadataMode) => void): Service {
  const before = new Map<string, ReceivedFile>();
  const pending = new Map<string, readonly string[]>();
  const read = async (id: string, ask: () => ReturnType<Service['readFile']>) => {
    const answer = await ask();
    if (!answer.ok) return answer;
    const removed = pending.get(id) ?? [];
    if (removed.length > 0) learn(removed.some((key) => answer.value.keyvalues.has(key)) ? 'merge' : 'replace');
    pending.delete(id);
    before.set(id, answer.value);
    return answer;
  };
  return {
    updateFile: async (network, id, body, signal) => {
      if (body === '{}') return await read(id, () => service.updateFile(network, id, body, signal));
      const answer = await service.updateFile(network, id, body, signal);
      const sent: { keyvalues?: Record<string, unknown> } = JSON.parse(body);
      const known = [...(before.get(id)?.keyvalues.keys() ?? [])];
      const isLost = !answer.ok && (answer.failure.kind === 'noAnswer' || answer.failure.kind === 'malformed');
      if (isLost && sent.keyvalues !== undefined) {
        pending.set(
          id,
          known.filter((key) => !Object.hasOwn(sent.keyvalues ?? {}, key)),
        );
      }
      return answer;
    },
    readFile: (network, id, signal) => read(id, () => service.readFile(network, id, signal)),
    listFiles: (network, token, limit, signal) => service.listFiles(network, token, limit, signal),
    listKeys: (offset, revoked, signal) => service.listKeys(offset, revoked, signal),
    signature: (network, cid, signal) => service.signature(network, cid, signal),
  };
}
