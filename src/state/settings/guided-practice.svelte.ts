import type { Bridge } from '../../contract/index.ts';
import type { ChangeSetId, FileKey } from '../../domain/core/ids.ts';
import {
  advanced,
  guidedPracticeBegun,
  type GuidedFacts,
  type GuidedPractice,
  type GuidedRename,
  stepNow,
} from '../../domain/practice/guided-practice.ts';
import type { ScreenPorts } from '../app/ports.ts';

/** Renames are looked for among so many of the newest change sets. */
const SETS_READ = 5;

/** The guided practice: watches what the app knows, and checks off the steps that a person has done. */
export class GuidedPracticeState {
  readonly #bridge: Bridge;
  readonly #connectionId: string;
  readonly #preferences: ScreenPorts['app']['preferences'];
  #changedElsewhere: FileKey | null = null;
  #looking: Promise<void> | null = null;
  #mustLookAgain = false;

  constructor({ bridge, connectionId, app }: ScreenPorts) {
    this.#bridge = bridge;
    this.#connectionId = connectionId;
    this.#preferences = app.preferences;
  }

  /** Null before the first start. */
  get progress(): GuidedPractice | null {
    return this.#preferences.guidedPractice;
  }
  get isOpen(): boolean {
    return this.progress?.isOpen ?? false;
  }

  /** @returns stops watching */
  watch(): () => void {
    const look = (): void => void this.look();
    const stops = (['status.changed', 'changes.changed'] as const).map((name) => this.#bridge.listen(name, look));
    look();
    return () => stops.forEach((stop) => stop());
  }

  /** Takes the practice up where it was left, or begins it; one that is complete begins again. */
  async open(): Promise<void> {
    const { progress } = this;
    const isNew = progress === null || stepNow(progress) === null;
    await this.#keep(isNew ? guidedPracticeBegun : { ...progress, isOpen: true });
    await this.look();
  }

  async leave(): Promise<void> {
    if (this.progress !== null) await this.#keep({ ...this.progress, isOpen: false });
  }

  async startAgain(): Promise<void> {
    await this.#keep(guidedPracticeBegun);
    await this.look();
  }

  /** Takes note that somebody else has changed a file on the service. */
  async noteElsewhere({ network, id }: FileKey): Promise<void> {
    this.#changedElsewhere = { network, id };
    await this.look();
  }

  /** Looks at the app and checks off what is done. A look that is asked for during another one follows it. */
  look(): Promise<void> {
    this.#mustLookAgain = true;
    this.#looking ??= this.#lookUntilDone().finally(() => {
      this.#looking = null;
      // Asked for after the last look had ended.
      if (this.#mustLookAgain) void this.look();
    });
    return this.#looking;
  }

  async #lookUntilDone(): Promise<void> {
    while (this.#mustLookAgain) {
      this.#mustLookAgain = false;
      const { progress } = this;
      if (progress === null || !progress.isOpen || stepNow(progress) === null) return;
      const facts = await this.#facts(progress);
      // The person may have left or started again meanwhile, or the preferences were read anew.
      const isStale = this.progress !== progress;
      const next = facts === null || isStale ? progress : advanced(progress, facts);
      if (next !== progress) await this.#keep(next);
      // Progress that could not be stored is as it was: a look at once would find the same, and store it in vain for ever.
      this.#mustLookAgain ||= isStale || (next !== progress && this.progress !== progress);
    }
  }

  async #facts({ sinceMs, renamed }: GuidedPractice): Promise<GuidedFacts | null> {
    const page = { connectionId: this.#connectionId, tab: 'waiting' as const, search: '', from: 0, to: SETS_READ };
    const practice = await this.#bridge.ask('practice.state', null);
    const sets = await this.#bridge.ask('changes.list', page);
    if (!practice.ok || !sets.ok) return null;
    const { rows } = sets.value;
    return {
      isNetworkOn: practice.value.networkOn,
      newestSetAtMs: rows[0]?.createdAtMs ?? 0,
      newRename: await this.#renameAmong(rows.filter((row) => row.createdAtMs > sinceMs && row.queued > 0)),
      renameStatus: renamed === null ? null : await this.#statusOf(renamed),
      changedElsewhere: this.#changedElsewhere,
    };
  }

  async #renameAmong(rows: readonly { readonly id: ChangeSetId }[]): Promise<GuidedRename | null> {
    for (const { id } of rows) {
      const edit = await this.#editOf(id);
      if (edit?.changes.some(({ field }) => field === 'name'))
        return { changeSetId: id, key: { network: edit.network, id: edit.fileId } };
    }
    return null;
  }

  async #statusOf({ changeSetId }: GuidedRename): Promise<GuidedFacts['renameStatus']> {
    const edit = await this.#editOf(changeSetId);
    const status = edit?.changes.find(({ field }) => field === 'name')?.status;
    if (status === undefined) return null;
    if (status === 'settled' || status === 'discarded') return 'decided';
    return status === 'queued' || status === 'held' ? 'waiting' : 'needsYou';
  }

  async #editOf(changeSetId: ChangeSetId) {
    const set = await this.#bridge.ask('changes.set', {
      connectionId: this.#connectionId,
      changeSetId,
      from: 0,
      to: 1,
    });
    return set.ok ? (set.value.edits[0]?.edit ?? null) : null;
  }

  async #keep(progress: GuidedPractice): Promise<void> {
    await this.#preferences.choose({ guidedPractice: progress });
  }
}
