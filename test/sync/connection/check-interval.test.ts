import { describe, expect, test } from 'vitest';
import { fakeFile } from '../../support/fake-service.ts';
import { added, profile } from '../../support/profile-world.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** A connection that checks once a day and has just done so. */
async function daily(
  arrange: (service: ReturnType<ReturnType<typeof profile>['serviceAt']>) => void = () => undefined,
) {
  const one = profile();
  const service = one.serviceAt('ann');
  service.put(fakeFile(1));
  arrange(service);
  const { id } = await added(one);
  one.connections.change(id, { checkEveryMinutes: DAY_MINUTES });
  one.connections.running(id)!.send({ kind: 'checkAsked' });
  await one.clock.settle();
  service.calls.length = 0;
  const checks = () => service.calls.filter(({ name, input }) => name === 'listFiles' && input[0] === 'public').length;
  return { ...one, id, service, checks };
}

describe('the time between two checks', () => {
  test('counts from its change on where it gets shorter', async () => {
    const one = await daily();
    one.connections.change(one.id, { checkEveryMinutes: 5 });
    await one.clock.advance(5 * MINUTE_MS - 1);
    expect(one.checks()).toBe(0);
    await one.clock.advance(1);
    expect(one.checks()).toBe(1);
    await one.clock.advance(5 * MINUTE_MS);
    expect(one.checks()).toBe(2);
  });

  test('does so too where the latest list did not come to its end', async () => {
    const one = await daily((service) => {
      const list = service.listFiles.bind(service);
      service.listFiles = async (network, _token, ...rest) => {
        const page = await list(network, null, ...rest);
        return page.ok ? { ...page, value: { ...page.value, nextPageToken: 'again' } } : page;
      };
    });
    expect(one.connections.running(one.id)!.state.pull.problem).toMatchObject({ reason: 'incompleteList' });
    one.connections.change(one.id, { checkEveryMinutes: 5 });
    await one.clock.advance(5 * MINUTE_MS);
    expect(one.checks()).toBeGreaterThan(0);
  });

  test('that gets longer counts after the next check', async () => {
    const one = await daily();
    one.connections.change(one.id, { checkEveryMinutes: 5 });
    one.connections.change(one.id, { checkEveryMinutes: 60 });
    await one.clock.advance(5 * MINUTE_MS);
    expect(one.checks()).toBe(1);
    await one.clock.advance(59 * MINUTE_MS);
    expect(one.checks()).toBe(1);
  });
});
