import { z } from 'zod';
import type { TokenKeeping } from '../src/domain/connections/token-keeping.ts';
import type { HostSignal } from '../src/domain/service/host-signal.ts';

/** The core, as a host (Electron or the web host) sees it: channels by name, inputs and answers unchecked. */
export type Core = {
  /** Answers one request of the page. Never rejects: failures and bugs come back as data. */
  readonly ask: (name: string, input: unknown) => Promise<unknown>;
  /** Listens to announcements. @returns stops listening */
  readonly listen: (listener: (announcement: Announcement) => void) => () => void;
  /** Reports an event of the host to the core. */
  readonly tell: (signal: HostSignal) => void;
  /**
   * Resolves when a thread of the core ended and cannot be started again. Nothing is answered any more; the host says why
   * and ends. Pending for ever otherwise.
   */
  readonly ended: Promise<StartFailure>;
  /** Finishes running writes and closes the files. @param isInOrder false after a bug; true unless given */
  readonly close: (isInOrder?: boolean) => Promise<void>;
};

export type Announcement = { readonly name: string; readonly payload: unknown };

/** Keeps tokens. The core writes a token nowhere else. */
export type TokenVault = {
  /** Where this vault would keep a token now. */
  readonly keeping: () => Promise<TokenKeeping>;
  readonly save: (connectionId: string, token: string) => Promise<TokenKeeping>;
  /** @returns null without a readable token */
  readonly load: (connectionId: string) => Promise<string | null>;
  readonly forget: (connectionId: string) => Promise<void>;
};

/** The ports that a host hands to the core at the start. */
export type HostPorts = {
  readonly profileDirectory: string;
  /** The person's folder for downloads; it may be absent. */
  readonly downloadsDirectory: string;
  readonly vault: TokenVault;
  readonly log: Log;
  /** Shows a notification of the system; null where the host has none. */
  readonly notify: ((notice: SystemNotification) => void) | null;
  /** Shows a folder in the system's file manager; absent without a display. @returns whether that worked */
  readonly openFolder?: (directory: string) => Promise<boolean>;
  /** Shows an address in the person's browser; absent where the page itself runs in one. @returns whether that worked */
  readonly openAddress?: (url: string) => Promise<boolean>;
  /**
   * Sends a request through the system's proxy and with the system's certificates; absent where Node's `fetch` does so.
   * Follows no redirect.
   *
   * @throws an error whose `code` names the network's error
   */
  readonly fetch?: HostFetch;
  /** The connections that the command line opens. */
  readonly startOptions: StartOptions;
  /** Aborted when the person ends the app before the core runs. */
  readonly ending?: AbortSignal;
};

export type HostRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | null;
};

/** The answer to a host request; its body is still arriving. */
export type HostAnswer = {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: ReadableStream<Uint8Array> | null;
};

export type HostFetch = (request: HostRequest, signal: AbortSignal) => Promise<HostAnswer>;

/** A notification of the operating system, in plain text. */
export type SystemNotification = { readonly title: string; readonly body: string };

/** A connection to open at start, from `--practice` or `--connect`. */
export type StartOptions = {
  readonly practice: boolean;
  readonly connect: { readonly baseUrl: string; readonly name: string; readonly token: string } | null;
  /** Most requests in any minute to a service without a limit of its own; by default the app's. For tests. */
  readonly requestsPerMinute?: number | undefined;
  /** Whether a new practice connection begins without edits and without made-up uses of its keys. For tests. */
  readonly practiceBeginsEmpty?: boolean | undefined;
};

/** `error`: something is broken and a developer should look. `info`: the state changed. */
export type Log = {
  /** @returns the reference of the line, which the person may pass on */
  readonly error: (error: unknown) => string;
  readonly info: (message: string) => void;
};

/** Why the core did not start, at first or after the end of a thread. No start failure deletes anything. */
export type StartFailure =
  | { readonly kind: 'profileInUse'; readonly path: string }
  | { readonly kind: 'fromTheFuture'; readonly path: string }
  | { readonly kind: 'damaged'; readonly path: string; readonly detail: string }
  | { readonly kind: 'notWritable'; readonly path: string; readonly detail: string }
  | {
      readonly kind: 'broken';
      /** The thread that ended. */
      readonly part: string;
      readonly detail: string;
      /** The reference of the line in the log; null without one. */
      readonly reference: string | null;
    };

/** The start options, as a thread receives them. */
export const startOptions = z.object({
  practice: z.boolean(),
  connect: z.object({ baseUrl: z.string(), name: z.string(), token: z.string() }).nullable(),
  requestsPerMinute: z.number().positive().optional(),
  practiceBeginsEmpty: z.boolean().optional(),
});

/** The optional ports that the host has, as a thread receives them. */
export const hostAbilities = z.object({ canOpenFolder: z.boolean(), canFetch: z.boolean() });
export type HostAbilities = z.infer<typeof hostAbilities>;
