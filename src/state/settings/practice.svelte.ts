import type { PracticeStatus } from '../../contract/connections.ts';
import type { Bridge } from '../../contract/index.ts';
import type { FileDetail } from '../../contract/files.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { metadataKey } from '../../domain/files/field.ts';
import { Query } from '../app/query.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** The switches of the practice service. */
export class PracticeState {
  readonly #bridge: Bridge;
  readonly #practice: Query<void, PracticeStatus>;
  /** Whether the person has put the bar away, until it is asked for again or the page is loaded anew. */
  isHidden = $state(false);

  constructor({ bridge }: ScreenPorts) {
    this.#bridge = bridge;
    this.#practice = new Query(() => bridge.ask('practice.state', null));
  }

  /** Null until the first answer. */
  get now(): PracticeStatus | null {
    return this.#practice.current;
  }
  get failure(): Failure | null {
    return this.#practice.failure;
  }

  /** @returns stops watching */
  watch(): () => void {
    return this.#practice.watch(this.#bridge, ['connections.changed', 'status.changed']);
  }

  async load(): Promise<void> {
    await this.#practice.ask();
  }

  async set(wanted: Partial<Omit<PracticeStatus, 'running'>>): Promise<void> {
    await this.#practice.act(() => this.#bridge.ask('practice.set', wanted));
  }

  /** Changes the fields that the person has changed too, so that a conflict appears; the name when they changed none. */
  async editAsSomebodyElse({ record, changes }: FileDetail): Promise<boolean> {
    const fields = changes.length === 0 ? ['name' as const] : changes.map((change) => change.field);
    const keys = fields.map(metadataKey).filter((key) => key !== null);
    const reply = await this.#bridge.ask('practice.editAsSomebodyElse', {
      network: record.network,
      id: record.id,
      name: fields.includes('name') ? renamed(record.name ?? record.id) : null,
      keyvalues: keys.map((key) => [key, 'somebody else']),
    });
    this.#practice.note(reply);
    return reply.ok;
  }
}

const renamed = (name: string): string => name.replace(/(\.[^.]*)?$/, (extension) => `-elsewhere${extension}`);
