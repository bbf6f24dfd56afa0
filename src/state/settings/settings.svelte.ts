import type { AppInfo, Diagnostics } from '../../contract/app.ts';
import type { Bridge, Output } from '../../contract/index.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { pageClock } from '../app/clock.svelte.ts';
import { PendingExportState } from '../app/pending-export.svelte.ts';
import type { ScreenPorts } from '../app/ports.ts';
import type { SettingsSection } from '../app/route.ts';
import { Action } from '../app/action.svelte.ts';
import { Query, throttle } from '../app/query.svelte.ts';
import { ConnectionMoveState, ConnectionSettingsState } from './connection-settings.svelte.ts';
import { OfflineCopiesState } from './offline-copies.svelte.ts';
import { SampleFilesState } from './sample-files.svelte.ts';
import { SelfTestState } from './self-test.svelte.ts';

/** The settings screen: its open section, the connection shown in it, and facts about the app. */
export class SettingsState {
  readonly #ports: ScreenPorts;
  readonly connection: ConnectionSettingsState;
  readonly pending: PendingExportState;
  readonly diagnostics: DiagnosticsState;
  readonly move: ConnectionMoveState;
  readonly copies: OfflineCopiesState;
  readonly sample: SampleFilesState;
  #selfTest: { readonly id: string; readonly state: SelfTestState } | null = null;
  #section = $state.raw<SettingsSection>('connections');
  #shownId = $state.raw<string>('');
  /** Whether the question about signing out is open. */
  asksToSignOut = $state(false);
  /** Whether signing out deletes the mirror as well. */
  wipesCopy = $state(false);
  #isSignOutRefused = $state(false);
  readonly #info: Query<void, AppInfo>;
  readonly notices: Query<void, Output<'app.notices'>>;

  constructor(ports: ScreenPorts) {
    this.#ports = ports;
    this.connection = new ConnectionSettingsState(ports.bridge);
    this.copies = new OfflineCopiesState(ports);
    this.sample = new SampleFilesState(ports.bridge, ports.connectionId);
    this.move = new ConnectionMoveState(ports.bridge);
    this.diagnostics = new DiagnosticsState(ports.bridge);
    this.pending = new PendingExportState(ports.bridge);
    this.#info = new Query(() => ports.bridge.ask('app.info', null));
    this.notices = new Query(() => ports.bridge.ask('app.notices', null));
    this.#shownId = ports.connectionId;
  }

  /** The section that the address names, or the one that was open last. */
  get section(): SettingsSection {
    return this.#addressed ?? this.#section;
  }

  /** The connection whose settings are open. */
  get shownId(): string {
    return this.#shownId;
  }

  /** Whether the present failure is that of the question about signing out: the page shows those of other actions. */
  get isSignOutRefused(): boolean {
    return this.#isSignOutRefused;
  }

  get info(): AppInfo | null {
    return this.#info.current;
  }

  get failure(): Failure | null {
    return this.#info.failure;
  }

  /** Follows the address, which names the open section, so that a reload finds it open. @returns stops following */
  watch(): () => void {
    void this.load();
    this.#follow();
    this.#leaveGone();
    const { app, bridge } = this.#ports;
    const stops = [
      app.router.follow(() => this.#follow()),
      bridge.listen('connections.changed', () => void app.connections.load().then(() => this.#leaveGone())),
    ];
    return () => {
      stops.forEach((stop) => stop());
      this.asksToSignOut = false;
    };
  }

  /** A connection that another window removed leaves its place, and nothing typed for it, to the one on screen. */
  #leaveGone(): void {
    const { connections } = this.#ports.app;
    const { current } = connections;
    if (current !== null && connections.summaryOf(this.#shownId) === null) this.show(current.connection.id);
  }

  open(section: SettingsSection): void {
    if (section !== this.section) this.#ports.app.router.go({ kind: 'settings', section });
  }

  show(connectionId: string): void {
    this.#shownId = connectionId;
    this.asksToSignOut = false;
    this.connection.reset();
  }

  /** Makes the connection on screen the one whose settings are open. */
  showCurrent(): void {
    if (this.#shownId !== this.#ports.connectionId) this.show(this.#ports.connectionId);
  }

  /** Opens the question whether to sign out of the connection whose settings are open. An earlier tick counts no more. */
  askToSignOut(wipesCopy = false): void {
    this.wipesCopy = wipesCopy;
    this.#isSignOutRefused = false;
    this.asksToSignOut = true;
  }

  /** Signs out of the connection whose settings are open. Its answer is none to a question about another connection. */
  async signOut(): Promise<void> {
    const id = this.#shownId;
    const isDone = await this.connection.signOut(id, this.wipesCopy);
    if (isDone === null || id !== this.#shownId || !this.asksToSignOut) return;
    this.#isSignOutRefused = !isDone;
    this.asksToSignOut = !isDone;
  }

  /** Goes to the question whether to sign out of the connection on screen and to delete its mirror: nothing of it is left. */
  askToRemove(): void {
    this.showCurrent();
    this.askToSignOut(true);
    this.#ports.app.router.go({ kind: 'settings', section: 'connections' });
  }

  /** The self-test of the connection on screen; the test of another connection begins afresh. */
  selfTestOf(id: string): SelfTestState {
    if (this.#selfTest?.id !== id) this.#selfTest = { id, state: new SelfTestState(this.#ports.bridge, id) };
    return this.#selfTest.state;
  }

  async load(): Promise<void> {
    await this.#info.ask();
  }

  get #addressed(): SettingsSection | null {
    const { target } = this.#ports.app.router;
    return target.kind === 'settings' ? target.section : null;
  }

  #follow(): void {
    const { router } = this.#ports.app;
    if (router.target.kind !== 'settings') return;
    if (router.target.section === null) router.note({ kind: 'settings', section: this.#section });
    else this.#section = router.target.section;
    if (this.section !== 'connections') this.asksToSignOut = false;
  }
}

/** Facts about the exchange between this computer and one service. */
export class DiagnosticsState {
  readonly #bridge: Bridge;
  readonly #clock: typeof pageClock;
  readonly #facts: Query<string, Diagnostics>;
  /** The connection that the facts are about. */
  #connectionId: string | null = null;
  readonly #removing = new Action();
  #folderStaysShut = $state(false);

  constructor(bridge: Bridge, clock = pageClock) {
    this.#bridge = bridge;
    this.#clock = clock;
    this.#facts = new Query((connectionId) => bridge.ask('diagnostics.get', { connectionId }));
  }

  get facts(): Diagnostics | null {
    return this.#facts.current;
  }
  get failure(): Failure | null {
    return this.#removing.failure ?? this.#facts.failure;
  }
  /** The system was asked to show the data folder, and could not. */
  get folderStaysShut(): boolean {
    return this.#folderStaysShut;
  }

  /** Asks again whenever the exchange with the service goes a step further. @returns stops watching */
  watch(connectionId: string): () => void {
    let isWatched = true;
    // A question after the rest would take the place of the facts of a connection that is shown meanwhile.
    const load = throttle(async () => {
      if (isWatched) await this.load(connectionId);
    }, this.#clock);
    load();
    const stop = this.#bridge.listen('status.changed', load);
    return () => {
      isWatched = false;
      stop();
    };
  }

  async load(connectionId: string): Promise<void> {
    // A report is copied as it stands, and nobody must take it for another connection's.
    if (connectionId !== this.#connectionId) this.#facts.clear();
    this.#connectionId = connectionId;
    await this.#facts.ask(connectionId);
  }

  /** @param connectionId the one whose facts are on screen; by the end another one's may be */
  async removeCrashes(connectionId: string): Promise<void> {
    await this.#removing.run(() => this.#bridge.ask('diagnostics.removeCrashes', null));
    await this.load(this.#connectionId ?? connectionId);
  }

  async openFolder(): Promise<void> {
    const reply = await this.#bridge.ask('diagnostics.openFolder', null);
    this.#folderStaysShut = !reply.ok || !reply.value.opened;
  }
}
