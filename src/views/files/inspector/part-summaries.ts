import { age } from '../../../components/ages.svelte.ts';
import { dayAndTime } from '../../../components/format.ts';
import type { FileDetail } from '../../../contract/files.ts';
import type { KnownSignature } from '../../../contract/signatures.ts';
import { hasCid } from '../../../domain/signatures/cid.ts';
import type { HistoryMoment } from '../../../state/files/history-moments.ts';
import { appMessages } from '../../messages/app-messages.ts';
import { signatureStatusMessages } from '../../signatures/signatures-messages.ts';
import { inspectorMessages as messages } from '../files-messages.ts';
import { historyEntryMessage } from './history-messages.ts';

/** What a folded record says. */
export const recordSummary = (
  { shown: { network, groupId, numberOfFiles, id } }: FileDetail,
  groupName: (group: string) => string,
): string =>
  messages.recordSummary(appMessages.network[network], groupId === null ? null : groupName(groupId), numberOfFiles, id);

/** What a folded history says: how much happened, and the last of it. */
export function historySummary(moments: number, [last]: readonly HistoryMoment[], nowMs: number): string {
  const [entry] = last?.entries ?? [];
  if (last === undefined || entry === undefined) return messages.noHistory;
  return messages.historySummary(moments, dayAndTime(last.atMs, nowMs), historyEntryMessage(entry));
}

/**
 * What a folded signature says: its status, and how old that is.
 *
 * @param known null while it is on its way
 * @param signer the label of the known signer
 */
export function signatureSummary(
  { record, seenAtMs }: FileDetail,
  known: KnownSignature | null,
  signer: string | null,
  nowMs: number,
): string {
  const seen = messages.fileSeen(age(seenAtMs, nowMs));
  if (!hasCid(record.cid)) return messages.withAge(messages.noCid, seen);
  if (known === null) return messages.summaries.signature;
  if (known.kind === 'notFetched') return messages.withAge(messages.notFetched, seen);
  const { status, fetchedAtMs, checkedAtMs } = known;
  const said = status === 'valid' && signer !== null ? messages.signedBy(signer) : signatureStatusMessages[status];
  return messages.withAge(
    said,
    checkedAtMs === null ? messages.fetched(age(fetchedAtMs, nowMs)) : messages.checked(age(checkedAtMs, nowMs)),
  );
}
