import type { Fields, Outcome, Value } from './checker/history.ts';
import type { Answer, Workstation } from './workstation.ts';

/**
 * Ways to be wrong on purpose. `blind` writes without a look at what is there; `forgetful` calls an edit saved before it is
 * kept, and loses it with the program; `repeating` sends again after a start what it had sent before.
 */
export const mistakes = ['blind', 'forgetful', 'repeating'] as const;
export type Mistake = (typeof mistakes)[number];

type Edit = {
  readonly set: string;
  readonly file: string;
  readonly field: string;
  readonly mine: Value;
  sent: boolean;
};
type Served = { readonly id: string; readonly name: string; readonly keyvalues: Readonly<Record<string, string>> };

/** What a simple program would do: keep a list of edits, and send each as soon as the service can be reached. */
export function blindClient(baseUrl: string, mistake: Mistake): Workstation {
  let isRunning = false;
  let made = 0;
  let edits: Edit[] = [];
  let copy: Record<string, Fields> = {};
  const running = <Of>(value: () => Of): Answer<Of> => Promise.resolve(isRunning ? value() : null);

  const check = async (): Answer<true> => {
    if (!isRunning) return null;
    try {
      for (const edit of edits.filter(({ sent }) => !sent)) edit.sent = await isSent(baseUrl, edit);
      copy = await listed(baseUrl);
      return true;
    } catch (error) {
      // Away from the network; the edits wait.
      if (error instanceof TypeError) return true;
      throw error;
    }
  };
  const start = async (): Promise<void> => {
    isRunning = true;
    await check();
  };
  const kill = async (): Promise<void> => {
    isRunning = false;
    if (mistake === 'forgetful') edits = edits.filter(({ sent }) => sent);
    if (mistake === 'repeating') for (const edit of edits) edit.sent = false;
    await Promise.resolve();
  };
  return {
    start,
    kill,
    check,
    stop: kill,
    shown: (file) =>
      running(() => edits.filter((one) => one.file === file && !one.sent).reduce(withEdit, copy[file] ?? {})),
    edit: (file, field, _base, mine) =>
      running(() => {
        const set = `${++made}`;
        edits.push({ set, file, field, mine, sent: false });
        return set;
      }),
    clashes: () => running(() => []),
    decide: () => running(() => true),
    discard: () => running(() => true),
    outcome: (set) => running((): Outcome => (edits.find((one) => one.set === set)?.sent ? 'applied' : 'unfinished')),
    open: () => running(() => edits.filter(({ sent }) => !sent).length),
  };
}

const withEdit = (shown: Fields, { field, mine }: Edit): Fields => ({ ...shown, [field]: mine });

/** @returns also true for a refusal, which this program takes for an answer like any other */
async function isSent(baseUrl: string, { file, field, mine }: Edit): Promise<boolean> {
  const body = field === 'name' ? { name: mine } : { keyvalues: { [field.slice('key:'.length)]: mine } };
  await fetch(`${baseUrl}/files/public/${file}`, { method: 'PUT', body: JSON.stringify(body) });
  return true;
}

async function listed(baseUrl: string): Promise<Record<string, Fields>> {
  const response = await fetch(`${baseUrl}/files/public`);
  const { data } = (await response.json()) as { data: { files: readonly Served[] } };
  return Object.fromEntries(
    data.files.map(({ id, name, keyvalues }) => {
      const pairs = Object.entries(keyvalues).map(([key, value]) => [`key:${key}`, value]);
      return [id, { name, ...Object.fromEntries(pairs) }];
    }),
  );
}
