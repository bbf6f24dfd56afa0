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
  /** Opens a window of its own, so that nothing that a person types elsewhere is lost; null before the first window. */
  readonly windows: () => { readonly open: (address: string) => Promise<void> } | null;
  /** Brings the window in front to the front; for a start without a link of ours. */
  readonly focus: () => void;
};

/** Takes links from the system. Before the first window, the latest one waits and says what that window shows. */
export class Links {
  readonly #ports: LinkPorts;
  #waiting: string | null = null;

  constructor(ports: LinkPorts) {
    this.#ports = ports;
  }

  /** The address of the first window. */
  first(words: readonly string[]): string {
    const link = this.#waiting ?? linkAmong(words);
    this.#waiting = null;
    return (link === null ? null : addressOfLink(link, this.#ports.page)) ?? this.#ports.page;
  }

  /** A link from the system, as macOS hands it over. */
  async take(link: string): Promise<void> {
    const address = addressOfLink(link, this.#ports.page);
    const windows = this.#ports.windows();
    if (windows === null) this.#waiting = link;
    else if (address === null) this.#ports.focus();
    else await windows.open(address);
  }

  /** Another start of the program on the same profile, which ends and hands over its words. */
  async takeStart(words: readonly string[]): Promise<void> {
    const link = linkAmong(words);
    if (link === null) this.#ports.focus();
    else await this.take(link);
  }
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
