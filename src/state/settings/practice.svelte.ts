import type { PracticeState as Practice } from '../../contract/connections.ts';
import type { FileDetail } from '../../contract/files.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { metadataKey } from '../../domain/files/field.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** The switches of the practice service. */
export class PracticeState {
  readonly #ports: ScreenPorts;
  #now = $state.raw<Practice | null>(null);
  #failure = $state.raw<Failure | null>(null);

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
  }

  /** null until the first answer */
  get now(): Practice | null {
    return this.#now;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  /** @returns stops watching */
  watch(): () => void {
    void this.load();
    return this.#ports.bridge.listen('connections.changed', () => void this.load());
  }

  async load(): Promise<void> {
    const reply = await this.#ports.bridge.ask('practice.state', null);
    this.#failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.#now = reply.value;
  }

  async set(wanted: Partial<Omit<Practice, 'running'>>): Promise<void> {
    const reply = await this.#ports.bridge.ask('practice.set', wanted);
    this.#failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.#now = reply.value;
  }

  /** Changes what the person has changed too, so that there is a conflict to see; or the name, when they have not. */
  async editAsSomebodyElse({ record, changes }: FileDetail): Promise<boolean> {
    const fields = changes.length === 0 ? ['name' as const] : changes.map((change) => change.field);
    const keys = fields.map(metadataKey).filter((key) => key !== null);
    const reply = await this.#ports.bridge.ask('practice.editAsSomebodyElse', {
      network: record.network,
      id: record.id,
      name: fields.includes('name') ? renamed(record.name ?? record.id) : null,
      keyvalues: keys.map((key) => [key, 'somebody else']),
    });
    this.#failure = reply.ok ? null : reply.failure;
    return reply.ok;
  }
}

const renamed = (name: string): string => name.replace(/(\.[^.]*)?$/, (extension) => `-elsewhere${extension}`);
