import { randomUUID } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import { send } from './thread-messages.ts';

/** Records a bug. @returns the reference shown to the person */
export type Report = (error: unknown) => string;

/** Reports bugs of a thread to the host's log. */
export const reportBugs =
  (to: MessagePort): Report =>
  (error) => {
    const reference = randomUUID().slice(0, 8);
    // The stack only: other members of an error may contain the request, and with it the token.
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    send(to, { kind: 'bug', reference, stack });
    return reference;
  };
