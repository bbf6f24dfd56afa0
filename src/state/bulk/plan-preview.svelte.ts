import type { Plan } from '../../contract/bulk.ts';
import type { PlannedFile } from '../../domain/edits/bulk.ts';
import type { Bridge } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { ok } from '../../domain/core/result.ts';
import { Action } from '../app/action.svelte.ts';
import { PagedRows } from '../lists/paged-rows.svelte.ts';

/** The plan of a bulk edit or a table, file by file, for a person to check before they queue it. */
export class PlanPreview {
  readonly #bridge: Bridge;
  readonly plan: Plan;
  readonly rows: PagedRows<PlannedFile>;
  /** The row that the pane shows in full. */
  position = $state<number | null>(0);
  readonly #applying = new Action();

  constructor(bridge: Bridge, plan: Plan) {
    const { planId } = plan;
    this.#bridge = bridge;
    this.plan = plan;
    this.rows = new PagedRows(async (from, to) => {
      const reply = await bridge.ask('bulk.window', { planId, from, to });
      return reply.ok ? ok({ from, rows: reply.value.rows, count: plan.changed + plan.unfit }) : reply;
    });
    void this.rows.refresh();
  }

  get isApplying(): boolean {
    return this.#applying.isBusy;
  }

  get failure(): Failure | null {
    return this.#applying.failure;
  }

  /** @returns whether it is queued */
  async apply(): Promise<boolean> {
    const { planId, changed } = this.plan;
    if (changed === 0) return false;
    return (await this.#applying.run(() => this.#bridge.ask('bulk.apply', { planId })))?.ok === true;
  }
}
