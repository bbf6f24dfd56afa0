import { noWork, type OpenWork } from '../hosting/open-work.ts';
import { type TrayWords, trayWords } from './tray-words.ts';

/** One line of a tray's menu. A line without `click` only says something. */
export type TrayItem = { readonly label: string; readonly click: (() => void) | null };

/** An icon among those of the system. */
export type TrayIcon = {
  /** @param waiting files that wait, which only macOS shows beside an icon */
  readonly setText: (text: string, waiting: number) => void;
  readonly setItems: (items: readonly TrayItem[]) => void;
  readonly onClick: (clicked: () => void) => void;
  readonly destroy: () => void;
};

/** What a person chose about the tray; read whenever a preference may be another. */
export type TrayChoice = { readonly isWanted: boolean; readonly language: keyof typeof trayWords };

type Ports = {
  readonly make: () => TrayIcon;
  readonly choice: () => Promise<TrayChoice>;
  /** Brings a window to the front, or opens one. */
  readonly show: () => void;
  readonly quit: () => void;
};

/** The app's icon in the system's tray, for a person who wants one: with it the app goes on without a window. */
export class AppTray {
  readonly #ports: Ports;
  #icon: TrayIcon | null = null;
  #words: TrayWords = trayWords.en;
  #work: OpenWork = noWork;
  #asked = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Whether the app may go on without a window: the icon is the way back. */
  get isShown(): boolean {
    return this.#icon !== null;
  }

  /** Puts the icon there or takes it away, as the person chose. */
  async follow(): Promise<void> {
    const asked = ++this.#asked;
    const { isWanted, language } = await this.#ports.choice();
    if (asked !== this.#asked) return; // a later choice is on its way
    this.#words = trayWords[language];
    if (!isWanted) {
      this.#icon?.destroy();
      this.#icon = null;
      return;
    }
    this.#icon ??= this.#made();
    this.#say(this.#icon);
  }

  /** Says in the icon's text and menu how the work stands. */
  tell(work: OpenWork): void {
    const before = this.#work;
    this.#work = work;
    const isSame = work.waiting === before.waiting && work.needsPerson === before.needsPerson;
    if (this.#icon !== null && !isSame) this.#say(this.#icon);
  }

  #made(): TrayIcon {
    const icon = this.#ports.make();
    icon.onClick(this.#ports.show);
    return icon;
  }

  /** The menu is made anew each time: on Linux a menu takes no change once it is set (Electron, "Tray"). */
  #say(icon: TrayIcon): void {
    const { waiting, needsPerson } = this.#work;
    const { open, quit, upToDate, waits, needs } = this.#words;
    const lines = [...(waiting === 0 ? [] : [waits(waiting)]), ...(needsPerson === 0 ? [] : [needs(needsPerson)])];
    const said = lines.length === 0 ? [upToDate] : lines;
    icon.setText(`Pinfold: ${said.join(', ')}`, waiting);
    icon.setItems([
      { label: open, click: this.#ports.show },
      ...said.map((label) => ({ label, click: null })),
      { label: quit, click: this.#ports.quit },
    ]);
  }
}
