import type { ConnectionTest } from '../../../src/contract/connections.ts';
import { cleanToken, parseBaseUrl, type BaseUrlProblem } from '../../../src/domain/connections/connection.ts';
import { sampleFile } from '../../../src/domain/connections/update-trial.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { Probed } from '../../sync/connection/probe.ts';
import type { SomeHandlers } from '../router.ts';
import { serviceFailure } from './connection-handlers.ts';
import { notFound, type HandlerContext } from '../handler-context.ts';

type Context = Pick<HandlerContext, 'announce' | 'connections' | 'practice' | 'probeAt' | 'tryUpdateAt'>;

const badToken: Failure = { kind: 'unfit', what: 'token', problem: 'notAToken' };
const badAddress = (problem: BaseUrlProblem): Failure => ({ kind: 'unfit', what: 'baseUrl', problem });

type MoveFailure = Extract<Awaited<ReturnType<HandlerContext['connections']['move']>>, { ok: false }>['failure'];

function moveFailure(problem: MoveFailure): Failure {
  if (problem === 'notFound') return notFound;
  if (problem === 'needsToken' || problem === 'tokenStays') return { kind: 'unfit', what: 'token', problem };
  return { kind: 'unfit', what: 'baseUrl', problem };
}

/** The channels that receive or delete a token. No answer contains a token. */
export function tokenHandlers(context: Context) {
  const { announce, connections, practice } = context;
  let latest: Tested | null = null;
  return {
    'connections.test': async ({ baseUrl, token }) => {
      const tested = await test(context, baseUrl, token);
      latest = tested.ok ? tested.value : null;
      return tested.ok ? ok(shownOf(tested.value)) : tested;
    },
    'connections.tryUpdate': async ({ baseUrl, token }) => {
      const tested = latest;
      if (tested === null || !isOf(tested, baseUrl, token) || tested.sample === null) return fail(notFound);
      const tried = await context.tryUpdateAt(tested.baseUrl, tested.token, tested.sample);
      if (!tried.ok) return fail(serviceFailure(tried.failure));
      if (latest === tested) latest = { ...tested, found: { ...tested.found, updates: tried.value.updates } };
      return tried;
    },
    'connections.add': async ({ baseUrl, token, name }) => {
      const clean = cleanToken(token);
      if (clean === null) return fail(badToken);
      const added = await connections.add({ kind: 'service', name: name.trim(), baseUrl, token: clean });
      if (!added.ok) return fail(badAddress(added.failure));
      if (latest !== null && isOf(latest, added.value.baseUrl, clean))
        connections.saveTraits(added.value.id, latest.found);
      latest = null;
      return ok(connections.get(added.value.id) ?? added.value);
    },
    'connections.addPractice': async () => ok(await practice.connect()),
    'connections.move': async ({ id, baseUrl, token }) => {
      const clean = token === null ? null : cleanToken(token);
      if (token !== null && clean === null) return fail(badToken);
      const moved = await connections.move(id, { baseUrl, token: clean });
      return moved.ok ? moved : fail(moveFailure(moved.failure));
    },
    'connections.replaceToken': async ({ id, token }) => {
      const clean = cleanToken(token);
      if (clean === null) return fail(badToken);
      const changed = await connections.replaceToken(id, clean);
      return changed === null ? fail(notFound) : ok(changed);
    },
    'connections.signOut': async ({ id, wipeCopy }) => {
      await connections.signOut(id, wipeCopy);
      announce('drafts.changed');
      return ok(null);
    },
  } satisfies SomeHandlers;
}

/** What one token may do at one address. */
type Tested = {
  readonly baseUrl: string;
  readonly token: string;
  readonly found: Probed;
  /** A file that the test saw, on which an update may be tried. */
  readonly sample: FileRecord | null;
};

function isOf(tested: Tested, baseUrl: string, token: string): boolean {
  const address = parseBaseUrl(baseUrl);
  return address.ok && address.value === tested.baseUrl && cleanToken(token) === tested.token;
}

function shownOf({ baseUrl, found, sample }: Tested): ConnectionTest {
  return { host: new URL(baseUrl).host, ...found, sample: sample === null ? null : sampleFile.parse(sample) };
}

async function test({ probeAt }: Context, typedUrl: string, typedToken: string): Promise<Result<Tested, Failure>> {
  const baseUrl = parseBaseUrl(typedUrl);
  if (!baseUrl.ok) return fail(badAddress(baseUrl.failure));
  const token = cleanToken(typedToken);
  if (token === null) return fail(badToken);
  const found = await probeAt(baseUrl.value, token);
  if (!found.ok) return fail(serviceFailure(found.failure));
  return ok({ baseUrl: baseUrl.value, token, found: found.value.may, sample: found.value.sample });
}
