/** The scheme of links that lead into the app. */
export const LINK_SCHEME = 'pinfold';

/** Longer than any address of a screen: Windows takes no longer command line of a link (ShellExecute, 2,081). */
const LONGEST_LINK = 2_000;

/**
 * The address of the page that a link names. A link may come from any site or program: it names a screen, and the page reads
 * it as it reads what a person types into an address. Nothing that a link can say changes, sends or deletes anything.
 *
 * @param page the address of the page, without a fragment
 * @returns null for what is no link of ours
 */
export function addressOfLink(link: string, page: string): string | null {
  if (link.length > LONGEST_LINK) return null;
  // Printable ASCII alone, as a URL has (RFC 3986): no blank, no line break, no second fragment. A host is no part of it.
  const [, route] = /^pinfold:(?:\/\/open)?\/(?!\/)([!"$-~]*)$/i.exec(link) ?? [];
  return route === undefined ? null : `${page}#/${route}`;
}

/** The link among the words of a start, where Windows and Linux put it; null without one. */
export const linkAmong = (words: readonly string[]): string | null =>
  words.findLast((word) => word.toLowerCase().startsWith(`${LINK_SCHEME}:`)) ?? null;

type LinkPorts = {
  readonly page: string;
  /** Opens a window of its own, as long as there is room for one, so that nobody loses sight of what they type; null before the first window. */
  readonly windows: () => { readonly open: (address: string) => Promise<void> } | null;
  /** Brings the window in front to the front; for a start without a link of ours. */
  readonly focus: () => void;
};

/** Takes links from the system. Before the first window, the latest one waits and says what that window shows. */
export class Links {
  readonly #ports: LinkPorts;
  #waiting: string | null = null;
  #isLeaving = false;
  /** Whether the person started the app since it began to close. */
  #isWantedAgain = false;

  constructor(ports: LinkPorts) {
    this.#ports = ports;
  }

  /** The address of the first window. */
  first(words: readonly string[]): string {
    const link = this.#waiting ?? linkAmong(words);
    this.#waiting = null;
    return (link === null ? null : addressOfLink(link, this.#ports.page)) ?? this.#ports.page;
  }

  /** The app closes: from now on links and starts are for its next run, since what started it has handed over its words and ended. */
  leave(): void {
    this.#isLeaving = true;
  }

  /**
   * The words of the next run, where a person asked for one while this one closed: those of this one, without what is done
   * once, and with the latest link.
   *
   * @returns null where nobody asked
   */
  next(own: readonly string[]): readonly string[] | null {
    if (!this.#isWantedAgain) return null;
    const link = this.#waiting;
    const isOurs = link !== null && addressOfLink(link, this.#ports.page) !== null;
    return [...lastingWords(own), ...(isOurs ? ['--', link] : [])];
  }

  /** A link from the system, as macOS hands it over. */
  async take(link: string): Promise<void> {
    if (this.#isLeaving) return this.#wait(link);
    const address = addressOfLink(link, this.#ports.page);
    const windows = this.#ports.windows();
    if (windows === null) this.#waiting = link;
    else if (address === null) this.#ports.focus();
    else await windows.open(address);
  }

  /** Another start of the program on the same profile, which ends and hands over its words. */
  async takeStart(words: readonly string[]): Promise<void> {
    const link = linkAmong(words);
    if (this.#isLeaving) this.#wait(link);
    else if (link === null) this.#ports.focus();
    else await this.take(link);
  }

  #wait(link: string | null): void {
    this.#isWantedAgain = true;
    this.#waiting = link ?? this.#waiting;
  }
}

/** Options of one start, with their values: the token of `--connect` is in the environment no more. */
const ofOneStart = /^--(practice|connect|name)(=|$)/;

function lastingWords(own: readonly string[]): readonly string[] {
  const options = own.slice(0, own.includes('--') ? own.indexOf('--') : own.length);
  const isValueOfOne = (at: number): boolean => /^--(connect|name)$/.test(options[at - 1] ?? '');
  return options.filter((word, at) => !ofOneStart.test(word) && !isValueOfOne(at) && linkAmong([word]) === null);
}

type LinkSource = {
  on(event: 'open-url', listener: (event: { preventDefault(): void }, link: string) => void): unknown;
  on(event: 'second-instance', listener: (event: unknown, words: string[]) => void): unknown;
};

/** Hears of links and of further starts. Call before the app is ready: a person may click a link while it still starts. */
export function hearLinks(app: LinkSource, links: Links): void {
  app.on('open-url', (event, link) => {
    event.preventDefault();
    void links.take(link);
  });
  app.on('second-instance', (_event, words) => void links.takeStart(words));
}

type Exiting = {
  readonly relaunch: (options: { readonly execPath: string; readonly args: string[] }) => void;
  readonly exit: (code: number) => void;
};

/** Exits the app, into its next run where a person asked for one while this one closed. */
export const exitInto =
  (
    app: Exiting,
    links: Pick<Links, 'next'>,
    { program, argv }: { readonly program: string; readonly argv: string[] },
  ) =>
  (code: number): void => {
    const words = links.next(argv.slice(1));
    if (words !== null) app.relaunch({ execPath: program, args: [...words] });
    app.exit(code);
  };
