import type { ChannelSpec } from '../../src/contract/channel.ts';
import type { Channel, Output, Question } from '../../src/contract/index.ts';
import type { Failure } from '../../src/domain/core/failure.ts';
import { fail, type Result } from '../../src/domain/core/result.ts';

type Answer<C extends Channel> = Result<Output<C>, Failure>;
type Handler<C extends Channel> = (input: Question<C>) => Answer<C> | Promise<Answer<C>>;

/** One handler for every channel named; leaving one out does not compile. */
export type HandlersOf<C extends Channel> = { readonly [Name in C]: Handler<Name> };

/** The handlers of one file. The threads put them together into `HandlersOf` everything that they answer. */
export type SomeHandlers = Partial<HandlersOf<Channel>>;

export type RouterPorts = {
  /** Records a bug. @returns the reference shown to the person */
  readonly report: (error: unknown) => string;
  /** Tells a failure a person can act on from a bug: a full disk, a file that may not be written. */
  readonly expected: (error: unknown) => Failure | null;
};

/** What may be asked. A thread hands over its own part of the contract, and need not make the schemas of the rest. */
export type Questions<C extends Channel> = { readonly [Name in C]: Pick<ChannelSpec, 'input'> };

export type Answering = (name: string, input: unknown) => Promise<unknown>;

/**
 * Answers questions by name. A question of the wrong shape never reaches a handler; an exception from a handler becomes
 * `unexpected` with a reference: one of the three nets.
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
    // The schema above is the one `Question<C>` is inferred from; the compiler cannot follow the index.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return await handler(parsed.data as Question<C>);
  } catch (error) {
    return fail(ports.expected(error) ?? { kind: 'unexpected', reference: ports.report(error) });
  }
}
