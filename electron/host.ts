import { z } from 'zod';

/** What a shell (window or web page) may ask of the core, without knowing what the questions mean. */
export type Core = {
  /** Answers one question. Never rejects: expected failures and bugs both come back as data. */
  readonly ask: (name: string, input: unknown) => Promise<unknown>;
  /** @returns stops listening */
  readonly listen: (listener: (announcement: Announcement) => void) => () => void;
  readonly tell: (signal: HostSignal) => void;
  /** Finishes what is being written and closes the files. */
  readonly close: () => Promise<void>;
};

export type Announcement = { readonly name: string; readonly payload: unknown };

/** What only the host can notice. */
export type HostSignal = 'networkUp' | 'networkDown' | 'resumed' | 'focused' | 'blurred';

/** Where tokens rest. The core never writes one anywhere else. */
export type TokenVault = {
  /** How a token survives a restart: `sealed` by the system's keychain, `file` as plain text with mode 0600, `memory` not at all. */
  readonly keeping: () => Promise<TokenKeeping>;
  readonly save: (connectionId: string, token: string) => Promise<TokenKeeping>;
  /** @returns null when no token is kept or it can no longer be opened */
  readonly load: (connectionId: string) => Promise<string | null>;
  readonly forget: (connectionId: string) => Promise<void>;
};

export type TokenKeeping = 'sealed' | 'file' | 'memory';

/** What a shell hands to the core when it starts. */
export type HostPorts = {
  readonly profileDirectory: string;
  /** Where a person looks for files that were kept; it need not be there. */
  readonly downloadsDirectory: string;
  readonly vault: TokenVault;
  readonly log: Log;
  /** Shows a notification of the system; null where the host has none. */
  readonly notify: ((notice: SystemNotification) => void) | null;
  /** Shows a folder in the system's file manager; not there where the host has no display. @returns whether it could */
  readonly openFolder?: (directory: string) => Promise<boolean>;
  /**
   * Asks a service through the system's proxy and with the system's certificates; not there where Node's own way does
   * that. Follows no redirect. @throws an error whose `code` says what went wrong in the network
   */
  readonly fetch?: HostFetch;
  /** What the person asked for on the command line. */
  readonly startOptions: StartOptions;
};

export type HostRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
};

export type HostAnswer = {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: ReadableStream<Uint8Array> | null;
};

export type HostFetch = (request: HostRequest, signal: AbortSignal) => Promise<HostAnswer>;

/** Plain text for a notification of the system. */
export type SystemNotification = { readonly title: string; readonly body: string };

/** A connection to open at start, from `--practice` or `--connect`. */
export type StartOptions = {
  readonly practice: boolean;
  readonly connect: { readonly baseUrl: string; readonly name: string; readonly token: string } | null;
};

/** `error`: something is broken and a developer should look. `info`: the state changed. */
export type Log = {
  readonly error: (error: unknown) => string;
  readonly info: (message: string) => void;
};

/** Why the core did not start; each is told to the person in words, and nothing is deleted. */
export type StartFailure =
  | { readonly kind: 'profileInUse'; readonly path: string }
  | { readonly kind: 'fromTheFuture'; readonly path: string }
  | { readonly kind: 'damaged'; readonly path: string; readonly detail: string }
  | { readonly kind: 'notWritable'; readonly path: string; readonly detail: string };

/** What the command line asked for, as it arrives in a thread. */
export const startOptions = z.object({
  practice: z.boolean(),
  connect: z.object({ baseUrl: z.string(), name: z.string(), token: z.string() }).nullable(),
});

/** What the host can do, as it arrives in a thread. */
export const hostAbilities = z.object({ canOpenFolder: z.boolean(), canFetch: z.boolean() });
export type HostAbilities = z.infer<typeof hostAbilities>;
