import { HttpError } from '../responses.ts';

/** Query parameters with all their values. */
export type Query = Readonly<Record<string, readonly string[]>>;

/** The value of a parameter; null without one. @throws HttpError 400 for more than one value */
export function oneParameter(query: Query, name: string): string | null {
  const values = Object.hasOwn(query, name) ? query[name] : undefined;
  if (values === undefined) return null;
  if (values.length > 1) throw new HttpError(400, `${name} is given more than once`);
  return values[0] ?? null;
}

/** A parameter as a boolean; null without one. @throws HttpError 400 for another value */
export function booleanParameter(query: Query, name: string): boolean | null {
  const text = oneParameter(query, name);
  if (text === null) return null;
  if (text !== 'true' && text !== 'false') throw new HttpError(400, `${name} must be true or false`);
  return text === 'true';
}

/** A parameter as a whole number; null without one. @throws HttpError 400 for another value or one out of range */
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
