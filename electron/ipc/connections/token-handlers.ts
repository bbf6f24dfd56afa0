import type { ConnectionTest } from '../../../src/contract/connections.ts';
import { cleanToken, parseBaseUrl, type BaseUrlProblem } from '../../../src/domain/connections/connection.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { SomeHandlers } from '../router.ts';
import { serviceFailure } from './connection-handlers.ts';
import { notFound, type HandlerContext } from '../handler-context.ts';

type Context = Pick<HandlerContext, 'connections' | 'practice' | 'probeAt'>;

const badToken: Failure = { kind: 'unfit', what: 'token', flaw: 'notAToken' };
const badAddress = (flaw: BaseUrlProblem): Failure => ({ kind: 'unfit', what: 'baseUrl', flaw });

type MoveFailure = Extract<Awaited<ReturnType<HandlerContext['connections']['move']>>, { ok: false }>['failure'];

function moveFailure(flaw: MoveFailure): Failure {
  if (flaw === 'notFound') return notFound;
  if (flaw === 'needsToken' || flaw === 'tokenStays') return { kind: 'unfit', what: 'token', flaw };
  return { kind: 'unfit', what: 'baseUrl', flaw };
}

/** The channels that receive or delete a token. No answer contains a token. */
export function tokenHandlers(context: Context) {
  const { connections, practice } = context;
  return {
    'connections.test': ({ baseUrl, token }) => test(context, baseUrl, token),
    'connections.add': async ({ baseUrl, token, name }) => {
      const clean = cleanToken(token);
      if (clean === null) return fail(badToken);
      const added = await connections.add({ kind: 'service', name: name.trim(), baseUrl, token: clean });
      return added.ok ? added : fail(badAddress(added.failure));
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
      return ok(null);
    },
  } satisfies SomeHandlers;
}

async function test(
  { probeAt }: Context,
  typedUrl: string,
  typedToken: string,
): Promise<Result<ConnectionTest, Failure>> {
  const baseUrl = parseBaseUrl(typedUrl);
  if (!baseUrl.ok) return fail(badAddress(baseUrl.failure));
  const token = cleanToken(typedToken);
  if (token === null) return fail(badToken);
  const found = await probeAt(baseUrl.value, token);
  if (!found.ok) return fail(serviceFailure(found.failure));
  return ok({ host: new URL(baseUrl.value).host, ...found.value });
}
