import { expect, test } from 'vitest';
import {
  everySignature,
  signatureQueries,
  unfetchedSignatures,
} from '../../../electron/database/signatures/signature-queries.ts';
import { knownSignersTable, signaturesTable } from '../../../electron/database/signatures/signatures-table.ts';
import { verificationTable } from '../../../electron/database/signatures/verification-table.ts';
import { knownSigner, signerAddress } from '../../../src/domain/signatures/known-signer.ts';
import { signatureReport } from '../../../src/domain/signatures/signature-export.ts';
import type { SignatureStatus } from '../../../src/domain/signatures/signature-record.ts';
import { aFile, connectionA, connectionB } from '../../support/builders.ts';
import { aLibrary, anOutbox, noPause, makeSortIndexes } from '../../support/database.ts';

const STUDIO = signerAddress.parse('0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826');
const SIGNED = `0x${'1'.repeat(128)}1b`;

/** A library with one signature of each status, fetched one after the other. */
function aSignedLibrary() {
  const library = aLibrary(
    ...['valid', 'noMatch', 'unchecked', 'notSigned', 'malformed'].map((cid) =>
      aFile({ id: cid, cid, name: `${cid}.png` }),
    ),
    aFile({ id: 'twice', cid: 'valid', network: 'private' }),
    aFile({ id: 'computing', cid: 'pending' }),
    aFile({ id: 'later', cid: 'never fetched' }),
  );
  makeSortIndexes(library.mirror);
  const table = signaturesTable(library.mirror);
  ['valid', 'noMatch', 'unchecked', 'notSigned', 'malformed', 'elsewhere'].forEach((cid, at) => {
    const signature = cid === 'notSigned' ? null : cid === 'malformed' ? '0xno' : SIGNED;
    table.put(connectionA, 'public', cid, { signature, fetchedAtMs: at });
  });
  table.put(connectionB, 'public', 'valid', { signature: SIGNED, fetchedAtMs: 9 });
  const checked = { network: 'public' as const, signature: SIGNED, inputs: 'i', checkedAtMs: 50 };
  const date = { text: '2024-08-27T14:57:51.485Z', spelling: 'milliseconds' as const };
  verificationTable(library.mirror).save(connectionA, [
    { ...checked, cid: 'valid', verdict: { kind: 'valid', address: STUDIO, date } },
    { ...checked, cid: 'noMatch', verdict: { kind: 'noMatch' } },
  ]);
  return { ...library, views: signatureQueries(library.mirror) };
}

const all = { status: null, signer: null };

test('signatures are listed youngest first, by where they stand and by whose they are', () => {
  const { views } = aSignedLibrary();
  const cids = (filter: Partial<{ status: SignatureStatus; signer: typeof STUDIO }>, from = 0, to = 10) =>
    views.page(connectionA, { ...all, ...filter }, from, to).rows.map(({ cid }) => cid);
  expect(cids({})).toEqual(['elsewhere', 'malformed', 'notSigned', 'unchecked', 'noMatch', 'valid']);
  expect(cids({}, 1, 3)).toEqual(['malformed', 'notSigned']);
  for (const status of ['valid', 'noMatch', 'notSigned', 'malformed'] as const) {
    expect(cids({ status })).toEqual([status]);
  }
  expect(cids({ status: 'unchecked' })).toEqual(['elsewhere', 'unchecked']);
  expect(cids({ signer: STUDIO })).toEqual(['valid']);
  expect(views.page(connectionA, { ...all, status: 'unchecked' }, 1, 1).count).toBe(2);
});

test('a line names a file, how many there are, and what matched', () => {
  const { views } = aSignedLibrary();
  const { rows } = views.page(connectionA, { ...all, signer: STUDIO }, 0, 1);
  expect(rows).toEqual([
    {
      network: 'public',
      cid: 'valid',
      signature: SIGNED,
      fetchedAtMs: 0,
      status: 'valid',
      checkedAtMs: 50,
      address: STUDIO,
      date: { text: '2024-08-27T14:57:51.485Z', spelling: 'milliseconds' },
      file: { key: { network: 'public', id: 'valid' }, name: 'valid.png' },
      files: 2,
    },
  ]);
  expect(views.page(connectionA, all, 0, 1).rows[0]).toMatchObject({ cid: 'elsewhere', file: null, files: 0 });
});

test('a report tells every signature once, whatever is fetched and checked while it is made', async () => {
  const { mirror } = aLibrary();
  const [table, checked] = [signaturesTable(mirror), verificationTable(mirror)];
  const fetch = (cid: string, fetchedAtMs: number) =>
    table.put(connectionA, 'public', cid, { signature: SIGNED, fetchedAtMs });
  const cids = Array.from({ length: 1_200 }, (_, at) => `cid ${at}`);
  cids.forEach(fetch);
  const meanwhile = async (): Promise<void> => {
    fetch('new', 2_000);
    fetch('cid 1', 2_001);
    const noMatch = { inputs: 'i', checkedAtMs: 1, verdict: { kind: 'noMatch' } } as const;
    checked.save(connectionA, [{ ...noMatch, network: 'public', cid: 'cid 1100', signature: SIGNED }]);
  };
  const rows = await everySignature(mirror, meanwhile)(connectionA, { ...all, status: 'unchecked' });
  expect(rows.map(({ cid }) => cid)).toEqual(cids.reverse());
});

test('they are counted by status and signer, and what was never fetched by file', async () => {
  const { mirror, views } = aSignedLibrary();
  expect(views.counts(connectionA)).toEqual({
    all: 6,
    statuses: { notSigned: 1, unchecked: 2, valid: 1, noMatch: 1, malformed: 1 },
    signers: [{ address: STUDIO, count: 1 }],
  });
  // The copy on the private network is content of its own; what is pending has no signature to fetch.
  expect(await unfetchedSignatures(mirror, noPause)(connectionA)).toBe(2);
  expect(await unfetchedSignatures(mirror, noPause)(connectionB)).toBe(0);
});

test('a report says where each stands in words, and runs nothing in a spreadsheet', () => {
  const { views } = aSignedLibrary();
  const signers = [knownSigner.parse({ address: STUDIO, label: '=Studio', addedAtMs: 1 })];
  const { rows } = views.page(connectionA, { ...all, status: 'valid' }, 0, 1);
  const line =
    `valid,public,valid for a known signer,'=Studio,${STUDIO},2024-08-27T14:57:51.485Z,milliseconds,valid.png,2,` +
    `1970-01-01T00:00:00.000Z,1970-01-01T00:00:00.050Z,${SIGNED}\r\n`;
  const reportOf = (known: typeof signers, format: 'csv' | 'json') => {
    const report = signatureReport(known, format);
    report.add(rows);
    return report.text();
  };
  expect(reportOf(signers, 'csv').split('\r\n')[1]).toBe(line.trimEnd());
  expect(JSON.parse(reportOf(signers, 'json'))).toMatchObject([{ signer: '=Studio', address: STUDIO }]);
  expect(JSON.parse(reportOf([], 'json'))).toMatchObject([{ signer: null, address: STUDIO }]);
});

test('a copy that is wiped knows no signature any more, nor what was to be fetched', () => {
  const { files, mirror, views } = aSignedLibrary();
  files.wipe(connectionA);
  expect([views.counts(connectionA).all, views.counts(connectionB).all]).toEqual([0, 1]);
  const left = ['signature_jobs', 'signature_wants'].map((table) =>
    mirror.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  );
  expect(left).toEqual([0, 0]);
});

test('known signers are kept by address, in the order of their labels', () => {
  const table = knownSignersTable(anOutbox().db);
  const studio = knownSigner.parse({ address: STUDIO, label: 'Studio', addedAtMs: 1 });
  const archive = knownSigner.parse({
    address: '0x0000000000000000000000000000000000000001',
    label: 'Archive',
    addedAtMs: 2,
  });
  table.put([studio, archive]);
  table.put([{ ...studio, label: 'Atelier', addedAtMs: 9 }]);
  expect(table.list()).toEqual([archive, { ...studio, label: 'Atelier' }]);
  expect([table.remove(STUDIO), table.remove(STUDIO)]).toEqual([true, false]);
});
