/** What a page may send: one question. Its input is checked by the core, which knows the channels. */
export type Question = { readonly id: number; readonly name: string; readonly input?: unknown };

/** What the host sends: the answer to a question, or an announcement. */
export type Frame =
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'announcement'; readonly name: string; readonly payload: unknown };

const members = ['id', 'name', 'input'];
const longestName = 100;

/** Checked by hand: the thread that carries every message loads no library for one shape. @returns null when it is none */
export function readQuestion(text: string): Question | null {
  const message = parseJson(text);
  if (typeof message !== 'object' || message === null || !('id' in message && 'name' in message)) return null;
  if (Object.keys(message).some((member) => !members.includes(member))) return null;
  const { id, name } = message;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) return null;
  if (typeof name !== 'string' || name === '' || name.length > longestName) return null;
  return { id, name, ...('input' in message ? { input: message.input } : {}) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
