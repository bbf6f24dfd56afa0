import { expect, test } from 'vitest';
import { age } from '../../src/components/ages.svelte.ts';
import type { FileDetail } from '../../src/contract/files.ts';
import type { KnownSignature } from '../../src/contract/signatures.ts';
import { momentsOf } from '../../src/state/files/history-moments.ts';
import { historySummary, signatureSummary } from '../../src/views/files/inspector/part-summaries.ts';
import { aFile } from '../support/builders.ts';

const HOUR_MS = 3_600_000;
const nowMs = 100 * HOUR_MS;

/** How long ago something was, in the words of this machine's tables. */
const ago = (hours: number): string => age(nowMs - hours * HOUR_MS, nowMs);

function detailOf(cid: string): FileDetail {
  const record = aFile({ cid });
  const rest = { raw: '{}', changes: [], refusal: null, wait: null };
  return { record, shown: record, seenAtMs: nowMs - 3 * HOUR_MS, state: 'onServer', ...rest };
}
const withCid = detailOf(aFile().cid);

const fetched = (status: 'valid' | 'noMatch', checkedAtMs: number | null): KnownSignature =>
  ({ kind: 'fetched', status, fetchedAtMs: nowMs - 2 * HOUR_MS, checkedAtMs }) as KnownSignature;

test.each<[string, FileDetail, KnownSignature | null, string | null, string]>([
  ['its age where it was not fetched', withCid, { kind: 'notFetched' }, null, `Not fetched yet · file seen ${ago(3)}`],
  ['that there is no CID', detailOf('pending'), null, null, `No CID yet · file seen ${ago(3)}`],
  [
    'who signed it',
    withCid,
    fetched('valid', nowMs - HOUR_MS),
    'studio',
    `Valid, signed by “studio” · checked here ${ago(1)}`,
  ],
  ['its status', withCid, fetched('noMatch', null), null, `Matches no known signer · fetched ${ago(2)}`],
  ['what it is about, while it is on its way', withCid, null, null, 'Who signed this content'],
])('a folded signature says %s', (_name, detail, known, signer, said) =>
  expect(signatureSummary(detail, known, signer, nowMs)).toBe(said),
);

test('a folded history says how much happened, and the last of it', () => {
  const entry = { atMs: Date.UTC(2026, 10, 2, 9), kind: 'observed', field: 'name', before: null, value: 'a' } as const;
  const moments = momentsOf([{ ...entry, status: null }]);
  expect(historySummary(4, moments, Date.UTC(2026, 10, 9))).toMatch(/^4 entries · 2 Nov \d\d:00: Seen on the service$/);
  expect(historySummary(0, [], 0)).toBe('Nothing happened yet');
});
