import { cleanToken, nothingLearnt, parseBaseUrl, type BaseUrlFlaw } from '../../src/domain/connection.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { ConnectionId } from '../../src/domain/ids.ts';
import { fail, ok, type Result } from '../../src/domain/result.ts';
import { bindingOf } from '../sync/connection-sync.ts';
import { probe } from '../sync/probe.ts';
import type { HandlersOf } from './router.ts';
import { serviceFailure } from './service-failure.ts';
import { notFound, type WriterSlices } from './slices.ts';
import { statusOf } from './status.ts';

type ConnectionChannel =
  | 'connections.list'
  | 'connections.test'
  | 'connections.add'
  | 'connections.addPractice'
  | 'connections.change'
  | 'connections.replaceToken'
  | 'connections.signOut'
  | 'connections.checkNow'
  | 'connections.probeAgain';

const badToken: Failure = { kind: 'unfit', what: 'token', flaw: 'notAToken' };
const badAddress = (flaw: BaseUrlFlaw): Failure => ({ kind: 'unfit', what: 'baseUrl', flaw });

export function connectionHandlers(slices: WriterSlices): HandlersOf<ConnectionChannel> {
  const { connections, queries, practice } = slices;
  const checkNow = (id: ConnectionId): void => {
    slices.tables.outbox.openAllGates(id);
    connections.running(id)?.send({ kind: 'checkAsked' });
  };
  return {
    'connections.list': () =>
      ok(
        connections.list().map((connection) => ({
          connection,
          status: statusOf(
            connections.running(connection.id),
            queries.fileCounts(connection.id, bindingOf(connection)),
            connection,
          ),
        })),
      ),
    'connections.test': ({ baseUrl, token }) => test(slices, baseUrl, token),
    'connections.add': async ({ baseUrl, token, name }) => {
      const clean = cleanToken(token);
      if (clean === null) return fail(badToken);
      const added = await connections.add({ kind: 'service', name: name.trim(), baseUrl, token: clean });
      return added.ok ? added : fail(badAddress(added.failure));
    },
    'connections.addPractice': async () => ok(await practice.connect()),
    'connections.change': ({ id, ...settings }) => {
      const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
      const changed = connections.change(id, given);
      return changed === null ? fail(notFound) : ok(changed);
    },
    'connections.replaceToken': async ({ id, token }) => {
      const clean = cleanToken(token);
      if (clean === null) return fail(badToken);
      const changed = await connections.replaceToken(id, clean);
      return changed === null ? fail(notFound) : ok(changed);
    },
    'connections.signOut': async ({ id, wipeCopy }) => {
      await connections.signOut(id, wipeCopy);
      return ok(null);
    },
    'connections.checkNow': ({ id }) => {
      checkNow(id);
      return ok(null);
    },
    'connections.probeAgain': ({ id }) => {
      const changed = connections.change(id, { learnt: nothingLearnt });
      if (changed === null) return fail(notFound);
      checkNow(id);
      return ok(changed);
    },
  };
}

const TEST_LIMIT_MS = 30_000;

async function test({ serviceAt, clock }: WriterSlices, typedUrl: string, typedToken: string) {
  const baseUrl = parseBaseUrl(typedUrl);
  if (!baseUrl.ok) return fail(badAddress(baseUrl.failure));
  const token = cleanToken(typedToken);
  if (token === null) return fail(badToken);
  const found = await probe(serviceAt(baseUrl.value, token), clock.nowMs(), AbortSignal.timeout(TEST_LIMIT_MS));
  const answer: Result<typeof found extends Result<infer T, unknown> ? T : never, Failure> = found.ok
    ? found
    : fail(serviceFailure(found.failure));
  return answer.ok ? ok({ host: new URL(baseUrl.value).host, ...answer.value }) : answer;
}
