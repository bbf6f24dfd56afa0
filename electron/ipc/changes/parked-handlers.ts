import type { AdoptTarget } from '../../../src/contract/changes.ts';
import { parkedReason } from '../../../src/domain/connections/account-proof.ts';
import { type AccountRef, accountRefOf, isSameAccount } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { ParkedFile } from '../../database/outbox/outbox.ts';
import type { ParkedEdits } from '../../database/outbox/parked-edits.ts';
import { type HandlerContext, notFound, withConnection } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';

type Context = Pick<HandlerContext, 'connections' | 'parked'>;

/** Edits of another account than the connection's, and a person's word about them. */
export function parkedHandlers(context: Context) {
  const { connections, parked } = context;
  return {
    'changes.parked': ({ connectionId }) =>
      withConnection(context, connectionId, (connection) => {
        const now = accountRefOf(connection);
        const groups = parked.accounts(connectionId, now).map((account) => {
          const former = connection.formerAccounts.find((one) => isSameAccount(one, account.accountRef));
          return {
            ...account,
            reason: parkedReason(account.accountRef, now),
            replacedAtMs: former?.replacedAtMs ?? null,
            isKeptParked: former?.isKeptParked ?? false,
          };
        });
        return ok(groups);
      }),
    'changes.adopt': ({ connectionId, target }) =>
      withConnection(context, connectionId, async (connection) => {
        const files = filesOf(parked, connectionId, target, accountRefOf(connection));
        await connections.parkedAccounts.adopt(connectionId, files, 'person');
        return ok({ files: files.length });
      }),
    'connections.keepParked': ({ id, accountRef }) => {
      const changed = connections.parkedAccounts.keepParked(id, accountRef);
      return changed === null ? fail(notFound) : ok(changed);
    },
  } satisfies SomeHandlers;
}

function filesOf(
  parked: ParkedEdits,
  connectionId: ConnectionId,
  target: AdoptTarget,
  now: AccountRef,
): readonly ParkedFile[] {
  if ('editId' in target) return parked.fileOfEdit(target.editId, now);
  if ('changeSetId' in target) return parked.filesOfSet(target.changeSetId, now);
  return isSameAccount(target.accountRef, now) ? [] : parked.filesOf(connectionId, target.accountRef);
}
