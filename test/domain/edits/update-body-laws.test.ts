import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { bodyText, updateBody, type FieldWrite } from '../../../src/domain/edits/update-body.ts';
import { keyField, metadataKey } from '../../../src/domain/files/field.ts';
import {
  detectedMode,
  type MetadataMode,
  type MetadataEvidence,
  type RawKeyvalues,
} from '../../../src/domain/service/metadata-mode.ts';
import { fakeFile, updated, type FakeMode } from '../../support/fake-service.ts';
import { anyText, anyValue, RUNS } from '../arbitraries.ts';

vi.setConfig({ testTimeout: 60_000 });

const anyKey = fc.oneof(fc.constantFrom('a', 'b', 'c', '__proto__', '7', ''), anyText);
// No service here keeps a null: to them all it is a way to remove, or nothing.
const anyRaw = fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 })).filter((value) => value !== null);
const anyMap: fc.Arbitrary<RawKeyvalues> = fc.array(fc.tuple(anyKey, anyRaw)).map((pairs) => new Map(json(pairs)));
const anyWrites: fc.Arbitrary<readonly FieldWrite[]> = fc
  .record({
    name: fc.option(anyText),
    keys: fc.uniqueArray(fc.tuple(anyKey, anyValue), { selector: ([key]) => key, maxLength: 4 }),
  })
  .map(({ name, keys }) => [
    ...(name === null ? [] : [{ field: 'name' as const, value: name }]),
    ...keys.map(([key, value]) => ({ field: keyField(key), value })),
  ]);

/** As it comes back from a service: JSON knows no -0. */
const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const services: readonly FakeMode[] = ['merge', 'mergeWithoutRemoval', 'replace'];

function wanted(before: RawKeyvalues, writes: readonly FieldWrite[]): RawKeyvalues {
  const after = new Map(before);
  for (const { field, value } of writes) {
    const key = metadataKey(field);
    if (key !== null && value === null) after.delete(key);
    else if (key !== null) after.set(key, value);
  }
  return after;
}

const serve = (before: RawKeyvalues, body: string, service: FakeMode) =>
  updated(fakeFile(1, { name: 'before', keyvalues: before }), JSON.parse(body), service);

describe('an update', () => {
  test.each(services)('to a service known to treat keys as %s makes of the record exactly what is wanted', (mode) => {
    fc.assert(
      fc.property(anyMap, anyWrites, (before, writes) => {
        const encoded = updateBody(writes, mode, before);
        const removes = writes.find(({ field, value }) => field !== 'name' && value === null);
        if (!encoded.ok) {
          expect([mode, encoded.failure]).toEqual([
            'mergeWithoutRemoval',
            { kind: 'cannotRemove', key: metadataKey(removes!.field) },
          ]);
          return;
        }
        const after = serve(before, bodyText(encoded.value), mode);
        expect(after.keyvalues).toEqual(wanted(before, writes));
        expect(after.name).toBe(writes.find(({ field }) => field === 'name')?.value ?? 'before');
      }),
      RUNS,
    );
  });

  test.each(services)('to a service nothing is known of, which treats keys as %s, loses nothing', (service) => {
    fc.assert(
      fc.property(anyMap, anyWrites, (before, writes) => {
        const encoded = updateBody(writes, 'unknown', before);
        if (!encoded.ok) throw new Error(encoded.failure.kind);
        const { keyvalues } = serve(before, bodyText(encoded.value), service);
        const request = wanted(before, writes);
        for (const [key, value] of request) expect(keyvalues.get(key)).toEqual(value);
        // The one thing that may not come true yet: a key that should be gone and is still there.
        for (const [key, value] of keyvalues) if (!request.has(key)) expect(value).toEqual(before.get(key));
      }),
      RUNS,
    );
  });
});

/** What may be said of each service without lying. */
const truths: Record<FakeMode, readonly MetadataMode[]> = {
  merge: ['unknown', 'merge'],
  mergeWithoutRemoval: ['unknown', 'merge', 'mergeWithoutRemoval'],
  replace: ['unknown', 'replace'],
};

type Round = { readonly after: RawKeyvalues; readonly evidence: MetadataEvidence | null };

function round(before: RawKeyvalues, writes: readonly FieldWrite[], known: MetadataMode, service: FakeMode): Round {
  const encoded = updateBody(writes, known, before);
  if (!encoded.ok) return { after: before, evidence: null };
  const after = serve(before, bodyText(encoded.value), service).keyvalues;
  const removed = writes.flatMap(({ field, value }) => (value === null ? (metadataKey(field) ?? []) : []));
  const sent = encoded.value.keyvalues ?? new Map<string, unknown>();
  // A key that was not there teaches nothing about removal, and nobody is asked to remove one.
  const evidence = detectedMode({
    mode: known,
    before,
    sent,
    removed: removed.filter((key) => before.has(key)),
    answered: after,
  });
  return { after, evidence };
}

describe('evidence', () => {
  test.each(services)('about a service that treats keys as %s is never a lie, whatever was sent', (service) => {
    fc.assert(
      fc.property(anyMap, fc.array(anyWrites, { maxLength: 5 }), (start, rounds) => {
        let [known, now] = ['unknown' as MetadataMode, start];
        for (const writes of rounds) {
          const { after, evidence } = round(now, writes, known, service);
          known = evidence?.mode ?? known;
          expect(truths[service]).toContain(known);
          expect(evidence?.lost ?? []).toEqual([]);
          now = after;
        }
      }),
      RUNS,
    );
  });

  test.each(services)(
    'that is wrong about a service that treats keys as %s is given up or kept, never bent',
    (service) => {
      const wrong = fc.constantFrom<MetadataMode>('merge', 'mergeWithoutRemoval', 'replace');
      fc.assert(
        fc.property(anyMap, anyWrites, wrong, (before, writes, known) => {
          const { after, evidence } = round(before, writes, known, service);
          if (evidence !== null) expect(truths[service]).toContain(evidence.mode);
          const meant = new Set(writes.map(({ field }) => metadataKey(field)));
          const dropped = [...before.keys()].filter((key) => !after.has(key) && !meant.has(key));
          expect(evidence?.lost ?? []).toEqual(dropped);
        }),
        RUNS,
      );
    },
  );
});
