import type { ChannelSpec } from '../../src/contract/channel.ts';
import type { Channel, Output, Question } from '../../src/contract/index.ts';
import type { Failure } from '../../src/domain/core/failure.ts';
import { fail, type Result } from '../../src/domain/core/result.ts';

type Answer<C extends Channel> = Result<Output<C>, Failure>;
type Handler<C extends Channel> = (input: Question<C>) => Answer<C> | Promise<Answer<C>>;

/** One handler for each of these channels. The compiler reports a missing one. */
export type HandlersOf<C extends Channel> = { readonly [Name in C]: Handler<Name> };

/** The handlers of one file. Each thread joins its files to the `HandlersOf` all its channels. */
export type SomeHandlers = Partial<HandlersOf<Channel>>;

export type RouterPorts = {
  /** Records a bug. @returns the reference shown to the person */
  readonly report: (error: unknown) => string;
  /** The failure that a person can act on, such as a full disk; null for a bug. */
  readonly expected: (error: unknown) => Failure | null;
};

/** The channels of one thread. A thread loads the schemas of its own channels only. */
export type Questions<C extends Channel> = { readonly [Name in C]: Pick<ChannelSpec, 'input'> };

export type Answering = (name: string, input: unknown) => Promise<unknown>;

/**
 * Routes requests to handlers by the name of the channel. A handler receives checked input only. The router turns an
 * exception of a handler into `unexpected` with a reference.
 */
export function answering<C extends Channel>(
  questions: Questions<NoInfer<C>>,
  handlers: HandlersOf<C>,
  ports: RouterPorts,
): Answering {
  const isOurs = (name: string): name is C => Object.hasOwn(handlers, name);
  return async (name, input) => {
    if (!isOurs(name)) return fail({ kind: 'invalidRequest', issues: [`No channel ${name}`] });
    return await answer<C>(questions[name], handlers[name], input, ports);
  };
}

async function answer<C extends Channel>(
  question: Pick<ChannelSpec, 'input'>,
  handler: Handler<C>,
  input: unknown,
  ports: RouterPorts,
): Promise<Answer<C>> {
  const parsed = question.input.safeParse(input);
  if (!parsed.success)
    return fail({ kind: 'invalidRequest', issues: parsed.error.issues.map((issue) => issue.message) });
  try {
    // `Question<C>` is the output of the schema above; the compiler cannot follow the index.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return await handler(parsed.data as Question<C>);
  } catch (error) {
    return fail(ports.expected(error) ?? { kind: 'unexpected', reference: ports.report(error) });
  }
}
