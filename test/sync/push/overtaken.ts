import { delayedCheck } from '../../../electron/sync/push/delayed-check.ts';
import type { FieldValue } from '../../../src/domain/files/field.ts';
import { InMemorySync } from '../in-memory-sync.ts';
import { applyingLate, noAnswer } from './failures.ts';

/** A person, a service and a copy with so many files. */
export async function inMemorySync(files = 1): Promise<InMemorySync> {
  const one = new InMemorySync();
  await one.files(files);
  return one;
}
/** The delayed checks that are due now. */
export const check = (one: InMemorySync) => delayedCheck(one.world.ports, new AbortController().signal);
export const at = async (one: InMemorySync, afterMs: number) => await one.world.clock.advance(afterMs);

/** Sends, with `act` between the departure of the first update and its answer. */
export async function sendWith(one: InMemorySync, act: () => unknown): Promise<void> {
  const { fake } = one.world;
  const update = fake.updateFile.bind(fake);
  fake.updateFile = async (...input) => {
    fake.updateFile = update;
    await act();
    return update(...input);
  };
  await one.world.push();
}

/** `first` may still land; `second` was taken. */
export async function overtaken(
  one: InMemorySync,
  first: FieldValue,
  second: FieldValue,
  field: 'name' | 'key:env' = 'name',
  beside: Readonly<Partial<Record<'key:more', string>>> = {},
) {
  one.changeFile(1, { [field]: first });
  one.world.fake.next('updateFile', applyingLate(noAnswer));
  await one.world.push();
  one.changeFile(1, { [field]: second, ...beside });
  await at(one, 61_000);
  await one.world.push();
}
