import { HttpError } from '../responses.ts';

/** Query parameters, each with every value it was given. */
export type Query = Readonly<Record<string, readonly string[]>>;

/** @returns null when the parameter is not given; @throws Refusal 400 when it is given more than once */
export function oneParameter(query: Query, name: string): string | null {
  const values = Object.hasOwn(query, name) ? query[name] : undefined;
  if (values === undefined) return null;
  if (values.length > 1) throw new HttpError(400, `${name} is given more than once`);
  return values[0] ?? null;
}

export function booleanParameter(query: Query, name: string): boolean | null {
  const text = oneParameter(query, name);
  if (text === null) return null;
  if (text !== 'true' && text !== 'false') throw new HttpError(400, `${name} must be true or false`);
  return text === 'true';
}

export function numberParameter(
  query: Query,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | null {
  const text = oneParameter(query, name);
  if (text === null) return null;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new HttpError(400, `${name} must be a whole number from ${least} to ${most}`);
  }
  return number;
}
