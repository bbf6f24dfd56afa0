import { MOST_ASKED_WAITS } from '../../domain/files/queries.ts';
import { type FileKey, fileKeyText } from '../../domain/core/ids.ts';
import { ok } from '../../domain/core/result.ts';
import type { FileWait } from '../../domain/edits/file-wait.ts';
import type { FileRow } from '../../domain/files/file.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query, throttle } from '../app/query.svelte.ts';

type Waits = Readonly<Record<string, FileWait>>;

/** What the waiting files in sight wait for. */
export class FileWaitsState {
  readonly #ports: ScreenPorts;
  readonly #waits: Query<readonly FileKey[], Waits>;
  readonly #ask: () => void;
  #inSight: readonly FileKey[] = [];

  constructor(ports: ScreenPorts) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#waits = new Query(async (keys) => {
      const reply = await bridge.ask('files.waits', { connectionId, keys: [...keys] });
      return reply.ok ? ok(Object.fromEntries(reply.value.map(({ key, wait }) => [fileKeyText(key), wait]))) : reply;
    });
    this.#ask = throttle(async () => {
      if (this.#inSight.length > 0) await this.#waits.ask(this.#inSight);
    });
  }

  /** @returns null while the core has not said, and for a file without queued changes */
  of(row: FileRow): FileWait | null {
    return row.state === 'waiting' ? (this.#waits.current?.[fileKeyText(row)] ?? null) : null;
  }

  /** Takes the rows in sight; those that wait are asked about. */
  see(rows: readonly FileRow[]): void {
    const waiting = rows.filter(({ state }) => state === 'waiting').slice(0, MOST_ASKED_WAITS);
    this.#inSight = waiting.map(({ network, id }) => ({ network, id }));
    this.#ask();
  }

  /** @returns stops watching */
  watch(): () => void {
    return this.#ports.bridge.listen('changes.changed', this.#ask);
  }
}
