/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json };

/**
 * Parses a stored text or the body of a request. `JSON.parse` makes `__proto__` an own field (ECMA-262,
 * CreateDataProperty); only an assignment would change the prototype.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseJson(text: string): Json {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- JSON.parse makes nothing else
  return JSON.parse(text) as Json;
}

/** The fields of a JSON object in their order; null for another value. */
export function fieldsOf(value: Json | undefined): ReadonlyMap<string, Json> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}

/** A JSON object with these fields. `Object.fromEntries` defines `__proto__` as an own field too. */
export function objectOf(fields: ReadonlyMap<string, Json>): { readonly [field: string]: Json } {
  return Object.fromEntries(fields);
}
