import type { OpenChanges } from '../../contract/files.ts';
import { MOST_ASKED_FILES } from '../../domain/files/queries.ts';
import { type FileKey, fileKeyText } from '../../domain/core/ids.ts';
import { ok } from '../../domain/core/result.ts';
import type { FileRow } from '../../domain/files/file.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query, throttle } from '../app/query.svelte.ts';

type OpenChangesOfFiles = Readonly<Record<string, OpenChanges>>;

/** The open changes of the files in sight. */
export class OpenChangesState {
  readonly #ports: ScreenPorts;
  readonly #files: Query<readonly FileKey[], OpenChangesOfFiles>;
  readonly #ask: () => void;
  #inSight: readonly FileKey[] = [];

  constructor(ports: ScreenPorts) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#files = new Query(async (keys) => {
      const reply = await bridge.ask('files.openChanges', { connectionId, keys: [...keys] });
      return reply.ok ? ok(Object.fromEntries(reply.value.map(({ key, ...of }) => [fileKeyText(key), of]))) : reply;
    });
    this.#ask = throttle(async () => {
      if (this.#inSight.length > 0) await this.#files.ask(this.#inSight);
    });
  }

  /** @returns null while the core has not said, and for a file on the server */
  of(row: FileRow): OpenChanges | null {
    return row.state === 'onServer' ? null : (this.#files.current?.[fileKeyText(row)] ?? null);
  }

  /** Takes the rows in sight; those with open changes are asked about. */
  see(rows: readonly FileRow[]): void {
    const edited = rows.filter(({ state }) => state !== 'onServer').slice(0, MOST_ASKED_FILES);
    this.#inSight = edited.map(({ network, id }) => ({ network, id }));
    this.#ask();
  }

  /** @returns stops watching */
  watch(): () => void {
    return this.#ports.bridge.listen('changes.changed', this.#ask);
  }
}
