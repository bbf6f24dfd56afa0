import { expect, test, vi } from 'vitest';
import type { KnownSignature } from '../../../src/contract/signatures.ts';
import type { SignatureCounts } from '../../../src/domain/signatures/signature-record.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { FileRow } from '../../../src/domain/files/file.ts';
import { readCid } from '../../../src/domain/signatures/cid.ts';
import { knownSigner } from '../../../src/domain/signatures/known-signer.ts';
import { formatRoute, parseRoute } from '../../../src/state/app/route.ts';
import { DuplicatesState } from '../../../src/state/files/duplicates.svelte.ts';
import { SignatureJobsState } from '../../../src/state/signatures/signature-jobs.svelte.ts';
import { CidLookupState, SignatureState } from '../../../src/state/signatures/signature.svelte.ts';
import { everySignature, SignaturesState } from '../../../src/state/signatures/signatures.svelte.ts';
import { SignersState } from '../../../src/state/signatures/signers.svelte.ts';
import { aView } from '../../support/a-view.ts';
import { connectionA } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const STUDIO = knownSigner.parse({
  address: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826',
  label: 'Studio',
  addedAtMs: 1,
});
const CID = 'bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4';
const CID_VERSION_0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG';
const fetched: KnownSignature = {
  kind: 'fetched',
  signature: '0x1',
  fetchedAtMs: 1,
  status: 'unchecked',
  checkedAtMs: null,
  address: null,
  date: null,
};
const counts: SignatureCounts = {
  all: 2,
  statuses: { notSigned: 1, unchecked: 1, valid: 0, noMatch: 0, malformed: 0 },
  signers: [],
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('what was typed of a signer stays until it is kept', async () => {
  const bridge = fakeBridge({
    'signers.put': () => fail({ kind: 'unfit', what: 'signer', problem: 'checksum' }),
    'signers.list': () => ok({ signers: [] }),
  });
  const signers = new SignersState(portsOf(bridge));
  const stop = signers.watch();
  signers.address = 'wrong';
  signers.label = 'Studio';
  await signers.add();
  expect([signers.address, signers.label, signers.failure]).toEqual([
    'wrong',
    'Studio',
    { kind: 'unfit', what: 'signer', problem: 'checksum' },
  ]);
  bridge.answer('signers.put', () => ok({ signers: [STUDIO] }));
  await signers.add();
  expect([signers.address, signers.label, signers.failure]).toEqual(['', '', null]);
  expect([signers.labelOf(STUDIO.address), signers.labelOf(null)]).toEqual(['Studio', null]);
  stop();
  expect(bridge.listeners()).toBe(0);
});

test('an answer about a signature is never that of the content looked at before', async () => {
  const [slow, quick] = [later<'signatures.get'>(), later<'signatures.get'>()];
  const replies = [slow.reply, quick.reply];
  const bridge = fakeBridge({ 'signatures.get': () => replies.shift() ?? ok({ kind: 'notFetched' }) });
  const signature = new SignatureState(portsOf(bridge));
  void signature.load('public', 'first');
  void signature.load('public', 'second');
  quick.arrive({ kind: 'notFetched' });
  slow.arrive(fetched);
  await settled();
  expect(signature.known).toEqual({ kind: 'notFetched' });
});

test('why fetching failed stays to be read when the copy is looked at again', async () => {
  const failure = { kind: 'noToken' } as const;
  const bridge = fakeBridge({ 'signatures.get': () => ok(fetched), 'signatures.fetch': () => fail(failure) });
  const signature = new SignatureState(portsOf(bridge));
  const stop = signature.watch();
  await signature.load('public', CID);
  await signature.fetch('public', CID);
  bridge.announce('signatures.changed');
  await settled();
  expect([signature.failure, signature.known]).toEqual([failure, fetched]);
  await signature.load('public', 'another');
  expect(signature.failure).toBeNull();
  stop();
});

test('the list of signatures asks again whenever one was fetched or checked', async () => {
  vi.useFakeTimers();
  const bridge = fakeBridge({
    'signatures.page': () => ok({ rows: [], count: 0 }),
    'signatures.counts': () => ok(counts),
    'signatures.unfetched': () => ok({ files: 3 }),
  });
  const signatures = new SignaturesState(portsOf(bridge));
  const stop = signatures.watch();
  await vi.advanceTimersByTimeAsync(2_000);
  expect([signatures.counts, signatures.unfetched]).toEqual([counts, 3]);
  const pages = (): number => bridge.asked.filter(({ name }) => name === 'signatures.page').length;
  const pagesBefore = pages();
  // A row says which file has the content, and that file may be copied later than its signature.
  bridge.announce('files.changed');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(pages()).toBeGreaterThan(pagesBefore);
  bridge.answer('signatures.unfetched', () => ok({ files: 0 }));
  bridge.announce('signatures.changed');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(signatures.unfetched).toBe(0);
  await signatures.show({ ...everySignature, status: 'valid' });
  expect(bridge.asked.at(-1)).toMatchObject({ name: 'signatures.page', input: { filter: { status: 'valid' } } });
  stop();
  expect(bridge.listeners()).toBe(0);
  vi.useRealTimers();
});

test('the list of signatures follows the filter in the address', async () => {
  const bridge = fakeBridge({
    'signatures.page': () => ok({ rows: [], count: 0 }),
    'signatures.counts': () => ok(counts),
    'signatures.unfetched': () => ok({ files: 3 }),
  });
  const ports = portsOf(bridge);
  const signatures = new SignaturesState(ports);
  const stop = signatures.watch();
  ports.app.router.go({ kind: 'signatures', status: 'valid', signer: null });
  expect(signatures.filter).toEqual({ status: 'valid', signer: null });
  stop();
  ports.app.router.go({ kind: 'signatures', status: null, signer: null });
  expect(signatures.filter).toEqual({ status: 'valid', signer: null });
});

test('work on signatures says why it was not begun', async () => {
  const failure = { kind: 'busy', work: 'gathering' } as const;
  const bridge = fakeBridge({
    'signatures.start': () => fail(failure),
    'signatures.work': () => ok({ fetch: null, check: null }),
  });
  const work = new SignatureJobsState(portsOf(bridge));
  await work.fetchContent('private', [CID]);
  expect(work.failure).toEqual(failure);
  expect(bridge.asked[0]?.input).toEqual({
    connectionId: connectionA,
    of: { kind: 'contents', contents: [{ network: 'private', cid: CID }] },
    onlyMissing: false,
  });
});

test('files of a pasted CID that arrive later are found, and a search that fails says why', async () => {
  const bridge = fakeBridge({
    'signatures.get': () => ok({ kind: 'notFetched' }),
    'files.open': () => fail({ kind: 'hostGone' }),
    'files.close': () => ok(null),
  });
  const lookup = new CidLookupState(portsOf(bridge));
  const stop = lookup.watch();
  lookup.open(CID);
  await settled();
  expect([lookup.failure, lookup.files]).toEqual([{ kind: 'hostGone' }, null]);
  bridge.answer('files.open', () => ok({ ...aView(1, 1), rows: [{ id: 'file-1', cid: CID } as unknown as FileRow] }));
  bridge.announce('files.changed');
  await settled();
  expect([lookup.failure, lookup.files?.count]).toEqual([null, 1]);
  stop();
  expect(bridge.listeners()).toBe(0);
});

test('a file that names a CID in its metadata is none with this CID, and one that spells it otherwise is', async () => {
  const { asVersion1 = '', asVersion0 = null } = readCid(CID_VERSION_0) ?? {};
  const row = (id: string, cid: string) => ({ id, cid }) as unknown as FileRow;
  const bridge = fakeBridge({
    'signatures.get': () => ok({ kind: 'notFetched' }),
    'files.open': () =>
      ok({ ...aView(1, 4), rows: [row('a', asVersion1), row('b', CID_VERSION_0), row('c', CID), row('d', 'pending')] }),
    'files.close': () => ok(null),
  });
  const lookup = new CidLookupState(portsOf(bridge));
  lookup.open(CID_VERSION_0);
  await settled();
  expect(asVersion0).toBe(CID_VERSION_0);
  expect([lookup.files?.rows.map(({ id }) => id), lookup.files?.count]).toEqual([['a', 'b'], 2]);
});

test('files beyond those that were looked at are counted apart: a search finds files that only name the CID, too', async () => {
  const row = (place: number) => ({ id: `file-${place}`, cid: place < 150 ? CID : 'pending' }) as unknown as FileRow;
  const bridge = fakeBridge({
    'signatures.get': () => ok({ kind: 'notFetched' }),
    'files.open': () => ok({ ...aView(1, 1_000), rows: Array.from({ length: 200 }, (_, place) => row(place)) }),
    'files.close': () => ok(null),
  });
  const lookup = new CidLookupState(portsOf(bridge));
  lookup.open(CID);
  await settled();
  expect([lookup.files?.rows.length, lookup.files?.count, lookup.files?.unseen]).toEqual([20, 150, 800]);
});

test('a pasted CID is looked up once it can be read, and nothing is asked before', async () => {
  const row = { id: 'file-1', cid: CID } as unknown as FileRow;
  const bridge = fakeBridge({
    'signatures.get': () => ok({ kind: 'notFetched' }),
    'files.open': () => ok({ ...aView(1, 1), rows: [row] }),
    'files.close': () => ok(null),
  });
  const lookup = new CidLookupState(portsOf(bridge));
  lookup.open();
  lookup.ask('bafkrei', 'public');
  expect([lookup.parts, bridge.asked.length]).toEqual([null, 0]);
  lookup.ask(`https://gateway.example/ipfs/${CID}`, 'private');
  await settled();
  expect([lookup.cid, lookup.parts?.codec.name, lookup.files]).toEqual([
    CID,
    'raw',
    { rows: [row], count: 1, unseen: 0 },
  ]);
  expect(bridge.asked.map(({ name }) => name)).toEqual(['signatures.get', 'files.open', 'files.close']);
  lookup.ask('gone again', 'private');
  expect(lookup.files).toBeNull();
});

test('files of the same content are looked for once, and again when that find has been outlived', async () => {
  const bridge = fakeBridge({
    'sameContent.find': () => ok({ findId: 4, groups: 1, files: 2, atMs: 9 }),
    'sameContent.window': () => ok({ rows: [{ kind: 'gone' }, { kind: 'gone' }, { kind: 'gone' }] }),
  });
  const found = new DuplicatesState(portsOf(bridge));
  await found.open();
  await found.open();
  expect([found.rows.count, found.found?.files]).toEqual([3, 2]);
  expect(bridge.asked.filter(({ name }) => name === 'sameContent.find')).toHaveLength(1);
  bridge.answer('sameContent.window', () => fail({ kind: 'notFound' }));
  await found.rows.refresh();
  bridge.answer('sameContent.window', () => ok({ rows: [] }));
  await found.open();
  expect(bridge.asked.filter(({ name }) => name === 'sameContent.find')).toHaveLength(2);
});

test('a filter of signatures is part of the address, and what cannot be read is none', () => {
  const target = { kind: 'signatures', status: 'valid', signer: STUDIO.address } as const;
  const route = { connectionId: connectionA, target };
  expect(parseRoute(formatRoute(route))).toEqual(route);
  expect(parseRoute(`#/c/${connectionA}/signatures?standing=perfect&signer=0x12`).target).toEqual({
    kind: 'signatures',
    ...everySignature,
  });
  const same = { connectionId: connectionA, target: { kind: 'sameContent' as const } };
  expect(parseRoute(formatRoute(same))).toEqual(same);
});
