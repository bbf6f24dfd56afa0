import type { Bridge, Channel, EventName, Input, Output, Reply } from '../../src/contract/index.ts';
import type { Failure } from '../../src/domain/core/failure.ts';
import { fail, ok } from '../../src/domain/core/result.ts';

type Answers = { [C in Channel]?: (input: Input<C>) => Reply<C> | Promise<Reply<C>> };

export type FakeBridge = Bridge & {
  /** Every question that was asked, oldest first. */
  readonly asked: readonly { readonly name: Channel; readonly input: unknown }[];
  /** Gives, or changes, the answer to a question. */
  answer<C extends Channel>(name: C, reply: (input: Input<C>) => Reply<C> | Promise<Reply<C>>): void;
  announce(name: EventName): void;
  listeners(): number;
};

/** A bridge whose answers the test gives; a question without an answer is a mistake of the test. */
export function fakeBridge(answers: Answers = {}): FakeBridge {
  const given: Answers = { ...answers };
  const asked: { name: Channel; input: unknown }[] = [];
  const listeners = new Map<EventName, Set<() => void>>();
  return {
    asked,
    answer: (name, reply) => void Object.assign(given, { [name]: reply }),
    ask: async (name, input) => {
      asked.push({ name, input });
      const reply = given[name];
      if (reply === undefined) throw new Error(`No answer was given for ${name}`);
      return reply(input);
    },
    listen: (name, listener) => {
      const own = (): void => listener();
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(own));
      return () => void all.delete(own);
    },
    announce: (name) => listeners.get(name)?.forEach((listener) => listener()),
    listeners: () => [...listeners.values()].reduce((sum, all) => sum + all.size, 0),
  };
}

/** A reply that comes when the test says so. */
export function later<C extends Channel>(): {
  readonly reply: Promise<Reply<C>>;
  arrive(output: Output<C>): void;
  fail(failure: Failure): void;
} {
  const { promise, resolve } = Promise.withResolvers<Reply<C>>();
  return { reply: promise, arrive: (output) => resolve(ok(output)), fail: (failure) => resolve(fail(failure)) };
}
