import { ContractBroken, must, type Subject } from './check.ts';

export type JsonObject = { readonly [member: string]: unknown };

export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };

const TIMEOUT_MS = 30_000;

/** Asks with the subject's token; with another one, or with none for null. */
export async function ask(
  subject: Subject,
  path: string,
  { token = subject.token, method = 'GET', body }: { token?: string | null; method?: string; body?: JsonObject } = {},
): Promise<Answer> {
  const response = await subject.fetch(subject.baseUrl + path, {
    method,
    // A redirect could carry the token to another host.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The JSON object in a successful answer. */
export function success(answer: Answer): JsonObject {
  must(answer.status === 200, `the status is ${answer.status}, not 200: ${answer.text.slice(0, 200)}`);
  const type = answer.headers.get('Content-Type') ?? 'missing';
  must(/^application\/json\b/i.test(type), `the Content-Type is ${type}, not application/json`);
  return object(parsed(answer.text), 'the body');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new ContractBroken(`the body is not JSON: ${text.slice(0, 200)}`);
    throw error;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function object(value: unknown, what: string): JsonObject {
  must(isObject(value), `${what} is ${JSON.stringify(value)?.slice(0, 100)}, not an object`);
  return value;
}
