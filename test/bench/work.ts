import type { z } from 'zod';

/** What a child process is given beside its input. */
type Meter = {
  /** From here on delays of the main thread count; what came before was starting. */
  begin(): void;
};

/** Something measured in a process of its own, so that its memory and its main thread are its own. */
export type Work<Input, Output> = {
  readonly kind: 'work';
  /** The name under which its module exports it. */
  readonly name: string;
  /** `import.meta.url` of its module. */
  readonly module: string;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  readonly run: (input: Input, meter: Meter) => Promise<Output> | Output;
};

export const work = <Input, Output>(of: Omit<Work<Input, Output>, 'kind'>): Work<Input, Output> => ({
  kind: 'work',
  ...of,
});
