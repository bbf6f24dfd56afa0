import fc from 'fast-check';
import { z } from 'zod';
import { hostileText, hostileValue } from './hostile.ts';

/** The part of JSON Schema that zod writes for the contract (https://json-schema.org/draft/2020-12). */
const jsonSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
});
type JsonSchema = z.infer<typeof jsonSchema>;

/** Ids that the core has named before, by the pattern of their text: a made-up one is answered with "not found" and no more. */
export type KnownIds = { readonly uuids: readonly string[]; readonly fileIds: readonly string[] };

/** Values of the shape that a schema takes in. What JSON Schema cannot say, such as a check of two members, may not hold. */
export const valuesOf = (schema: z.ZodType, known: KnownIds): fc.Arbitrary<unknown> =>
  arbitraryOf(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' }), known);

const LONGEST_ARRAY = 5;

function arbitraryOf(given: unknown, known: KnownIds): fc.Arbitrary<unknown> {
  const parsed = jsonSchema.safeParse(given);
  if (!parsed.success) return hostileValue;
  const one = parsed.data;
  const choices = one.anyOf ?? one.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, known)));
  if (one.enum !== undefined) return fc.constantFrom(...one.enum);
  if ('const' in one) return fc.constant(one.const);
  if (Array.isArray(one.type)) return fc.oneof(...one.type.map((type) => arbitraryOf({ ...one, type }, known)));
  return ofType(one, known);
}

function ofType(one: JsonSchema, known: KnownIds): fc.Arbitrary<unknown> {
  switch (String(one.type)) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(fc.integer({ min: least(one), max: Math.min(most(one), least(one) + 200) }), fc.maxSafeInteger());
    case 'number':
      return fc.double();
    case 'string':
      return textOf(one, known);
    case 'array':
      return arrayOf(one, known);
    case 'object':
      return objectOf(one, known);
    default:
      return hostileValue;
  }
}

const least = ({ minimum = 0 }: JsonSchema): number => Math.max(minimum, Number.MIN_SAFE_INTEGER);
const most = ({ maximum = Number.MAX_SAFE_INTEGER }: JsonSchema): number => maximum;

function textOf({ format, pattern, maxLength }: JsonSchema, { uuids, fileIds }: KnownIds): fc.Arbitrary<string> {
  if (format === 'uuid') return uuids.length > 0 ? fc.oneof(fc.constantFrom(...uuids), fc.uuid()) : fc.uuid();
  if (pattern === undefined)
    return maxLength === undefined ? hostileText : hostileText.map((text) => text.slice(0, maxLength));
  const matching = fc.stringMatching(new RegExp(pattern), { maxLength: 100 });
  return fileIds.length > 0 && fileIds.every((id) => new RegExp(pattern).test(id))
    ? fc.oneof(fc.constantFrom(...fileIds), matching)
    : matching;
}

function arrayOf({ items, prefixItems, minItems = 0, maxItems }: JsonSchema, known: KnownIds): fc.Arbitrary<unknown> {
  if (prefixItems !== undefined) return fc.tuple(...prefixItems.map((item) => arbitraryOf(item, known)));
  const maxLength = Math.max(minItems, Math.min(maxItems ?? LONGEST_ARRAY, LONGEST_ARRAY));
  return fc.array(arbitraryOf(items, known), { minLength: minItems, maxLength });
}

function objectOf(one: JsonSchema, known: KnownIds): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = one;
  const members = Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema, known)] as const);
  const named = fc.record(Object.fromEntries(members), { requiredKeys: required });
  if (typeof additionalProperties !== 'object' || additionalProperties === null) return named;
  const rest = fc.dictionary(hostileText, arbitraryOf(additionalProperties, known), { maxKeys: LONGEST_ARRAY });
  return fc.tuple(rest, named).map(([more, own]) => ({ ...more, ...own }));
}
