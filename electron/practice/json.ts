/** Anything JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/**
 * Parses text that this service wrote itself or has received as a body.
 *
 * `JSON.parse` makes `__proto__` an own member like any other; only assignment would reach the prototype.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): Json {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- JSON.parse makes nothing else
  return JSON.parse(text) as Json;
}

/** The members of a JSON object in their order, or null when the value is not an object. */
export function fieldsOf(value: Json | undefined): ReadonlyMap<string, Json> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}

/** The JSON object with these members; safe for `__proto__`, which `fromEntries` defines instead of assigning. */
export function objectOf(members: ReadonlyMap<string, Json>): { readonly [member: string]: Json } {
  return Object.fromEntries(members);
}
