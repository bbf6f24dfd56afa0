import type { Target } from '../../contract/changes.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { Remedy, RemedyChoices } from '../../domain/edits/remedy.ts';
import { Action } from '../app/action.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import { Query } from '../app/query.svelte.ts';

/** A person's choice of a way past a service's limit, for one group of refused files. */
export class RemedyState {
  readonly #ports: ScreenPorts;
  readonly #target: Target;
  readonly #choices: Query<void, RemedyChoices | null>;
  readonly #action = new Action();
  #kind = $state<Remedy['kind']>('makeRoom');
  #keys = $state.raw<Readonly<Partial<Record<Remedy['kind'], string>>>>({});
  #from = $state<string | null>(null);

  constructor(ports: ScreenPorts, target: Target) {
    const { bridge, connectionId } = ports;
    this.#ports = ports;
    this.#target = target;
    this.#choices = new Query(() => bridge.ask('changes.remedyChoices', { connectionId, target }));
  }

  /** Null before they arrived, and where nothing that was learnt explains the refusal. */
  get choices(): RemedyChoices | null {
    const found = this.#choices.current;
    return found === null || found.sets.length === 0 || found.keys.length === 0 ? null : found;
  }

  /** The way to go: the one that a person chose, else the first that the service can take. */
  get kind(): Remedy['kind'] {
    return this.choices?.canRemove === false ? 'otherKey' : this.#kind;
  }

  /** The key of a way: at first the one that most of the files have. */
  keyOf(kind: Remedy['kind']): RemedyChoices['keys'][number] | null {
    const keys = this.choices?.keys ?? [];
    return keys.find(({ key }) => key === this.#keys[kind]) ?? keys[0] ?? null;
  }

  /** The refused key whose value goes into another one. */
  get from(): RemedyChoices['sets'][number] | null {
    const sets = this.choices?.sets ?? [];
    return sets.find(({ key }) => key === this.#from) ?? sets[0] ?? null;
  }

  get isActing(): boolean {
    return this.#action.isBusy;
  }

  get failure(): Failure | null {
    return this.#choices.failure ?? this.#action.failure;
  }

  async ask(): Promise<void> {
    await this.#choices.ask();
  }

  choose(kind: Remedy['kind'], key?: string): void {
    this.#kind = kind;
    if (key !== undefined) this.#keys = { ...this.#keys, [kind]: key };
  }

  chooseFrom(key: string): void {
    this.#from = key;
  }

  /** Asks for the refused edits again as chosen. */
  async apply(): Promise<void> {
    const remedy = this.#remedy();
    if (remedy === null) return;
    const { bridge, connectionId } = this.#ports;
    await this.#action.run(() => bridge.ask('changes.remedy', { connectionId, target: this.#target, remedy }));
  }

  /** Asks again for what failed: the choices, or else the remedy, unless none is left to ask for. */
  retry(): Promise<void> {
    if (this.#choices.failure === null && this.#remedy() !== null) return this.apply();
    if (this.#choices.failure === null) this.#action.clear();
    return this.ask();
  }

  #remedy(): Remedy | null {
    const key = this.keyOf(this.kind)?.key;
    if (key === undefined || this.from === null) return null;
    return this.kind === 'makeRoom' ? { kind: 'makeRoom', key } : { kind: 'otherKey', from: this.from.key, into: key };
  }
}
