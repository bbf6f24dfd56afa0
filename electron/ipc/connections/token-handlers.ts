import { cleanToken } from '../../../src/domain/connections/connection.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { diskFailure } from '../../database/sqlite/errors.ts';
import type { SomeHandlers } from '../router.ts';
import { badAddress, badToken } from './connection-failures.ts';
import { connectionTurns } from './connection-turns.ts';
import { copyChangeHandlers } from './copy-handlers.ts';
import { LatestTest } from './latest-test.ts';
import { notFound, type HandlerContext } from '../handler-context.ts';

type Context = Pick<
  HandlerContext,
  | 'activity'
  | 'announce'
  | 'clock'
  | 'connections'
  | 'erasures'
  | 'practice'
  | 'probeAt'
  | 'report'
  | 'tables'
  | 'tryUpdateAt'
  | 'withholdToken'
>;

type MoveFailure = Extract<Awaited<ReturnType<HandlerContext['connections']['move']>>, { ok: false }>['failure'];

function moveFailure(problem: MoveFailure): Failure {
  if (problem === 'notFound') return notFound;
  if (problem === 'needsToken' || problem === 'tokenStays') return { kind: 'unfit', what: 'token', problem };
  return { kind: 'unfit', what: 'baseUrl', problem };
}

/** The channels that receive or delete a token, and all others that stop a connection. No answer contains a token. */
export function tokenHandlers(context: Context) {
  const { announce, connections, practice } = context;
  const tests = new LatestTest(context);
  const turns = connectionTurns();
  return {
    ...copyChangeHandlers(context, turns),
    'connections.test': (typed) => tests.run(typed),
    'connections.tryUpdate': (typed) => tests.tryUpdate(typed),
    'connections.add': async ({ baseUrl, token, name, copiedParts }) => {
      const clean = cleanToken(token);
      if (clean === null) return fail(badToken);
      const parts = copiedParts === undefined ? {} : { copiedParts };
      const wanted = { kind: 'service' as const, name: name.trim(), baseUrl, token: clean, ...parts };
      const added = await turns.add(() => connections.add(wanted));
      if (!added.ok) return fail(badAddress(added.failure));
      const found = tests.take({ baseUrl, token });
      if (found !== null) connections.saveTraits(added.value.id, found);
      return ok(connections.get(added.value.id) ?? added.value);
    },
    'connections.addPractice': async () => ok(await turns.add(() => practice.connect())),
    'connections.move': async ({ id, baseUrl, token }) => {
      const clean = token === null ? null : cleanToken(token);
      if (token !== null && clean === null) return fail(badToken);
      const moved = await turns.change(id, () => connections.move(id, { baseUrl, token: clean }));
      announce('keyAlerts.changed');
      return moved.ok ? moved : fail(moveFailure(moved.failure));
    },
    'connections.replaceToken': async ({ id, token }) => {
      const clean = cleanToken(token);
      if (clean === null) return fail(badToken);
      const replaced = await turns.change(id, () => connections.replaceToken(id, clean));
      return replaced.ok ? replaced : fail(moveFailure(replaced.failure));
    },
    'connections.signOut': async ({ id, wipeCopy }) => {
      // From here on, and for every change before this one: a keychain that asks the person may never answer.
      const letLoad = context.withholdToken(id);
      const signedOut = await turns.change(id, () => signOut(context, id, wipeCopy).finally(letLoad));
      if (!signedOut.ok && signedOut.failure.kind === 'unfit') void connections.open(id).catch(context.report);
      for (const changed of ['drafts.changed', 'keyAlerts.changed'] as const) announce(changed);
      return signedOut.ok ? signedOut : fail(signedOut.failure);
    },
  } satisfies SomeHandlers;
}

async function signOut(context: Context, id: ConnectionId, wipeCopy: boolean): Promise<Result<null, Failure>> {
  if (!wipeCopy) return await signOutOf(context, id, wipeCopy);
  context.erasures.note(id);
  try {
    const signedOut = await signOutOf(context, id, wipeCopy);
    context.erasures.settle(id);
    return signedOut;
  } catch (error) {
    // The token is gone, and the next start erases what is left.
    const disk = diskFailure(error);
    if (disk === null) throw error;
    return fail({ kind: 'notErased', ...disk });
  }
}

async function signOutOf({ connections }: Context, id: ConnectionId, wipeCopy: boolean) {
  try {
    const signedOut = await connections.signOut(id, wipeCopy);
    return signedOut.ok ? signedOut : fail(moveFailure(signedOut.failure));
  } finally {
    // The start of the program waits for no turn: what it started meanwhile has the token that is gone, and ends here.
    if (connections.get(id) === null) await connections.open(id);
  }
}
