/** How one request to the service failed, by what may have happened there. */
export type RemoteFailure =
  /** No byte of the request left: name not found, refused, no route, TLS. */
  | { readonly kind: 'notSent'; readonly detail: string }
  /** Reset, timeout, or abort after bytes were sent. */
  | { readonly kind: 'noAnswer'; readonly detail: string }
  /** A status other than 2xx, with the service's message. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly message: string;
      readonly requestId: string | null;
      /** Milliseconds, already clamped to [1 s, 1 h]; null when the answer names no time. */
      readonly retryAfterMs: number | null;
    }
  /** A 2xx whose body was cut, was not JSON, or was not of the agreed shape. */
  | { readonly kind: 'malformed'; readonly detail: string; readonly requestId: string | null }
  /** A redirect, HTML, or another content type: a portal, a proxy, a wrong address. */
  | { readonly kind: 'notOurService'; readonly detail: string }
  /** A 2xx about another file than the one asked for. */
  | { readonly kind: 'wrongRecord'; readonly requestId: string | null };

/** A failure in one line, for the status bar and the history. Never contains a token. */
export function describeFailure(failure: RemoteFailure): string {
  switch (failure.kind) {
    case 'answered':
      return `${failure.status}: "${failure.message}"`;
    case 'wrongRecord':
      return 'the service answered with another file';
    case 'notSent':
    case 'noAnswer':
    case 'malformed':
    case 'notOurService':
      return failure.detail;
  }
}

/** The id under which the service logged the request; null when its answer had none. */
export const requestIdOf = (failure: RemoteFailure): string | null =>
  'requestId' in failure ? failure.requestId : null;
