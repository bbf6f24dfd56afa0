import { expect, test } from 'vitest';
import { wallets } from '../../electron/practice/seed/wallets.ts';
import { channels } from '../../src/contract/index.ts';
import { fileKey, type ConnectionId, type FileKey } from '../../src/domain/core/ids.ts';
import { startedPractice } from '../practice/started-practice.ts';
import { aFileQuery, aKeyQuery } from '../support/builders.ts';
import { closedPort } from '../support/http-server.ts';
import { askLocalWords } from './asked-local-words.ts';
import { askRecovery } from './asked-recovery.ts';
import { askApp, askUpdates } from './asked-updates.ts';
import { askBulk, askChanges, askConflicts, askParked, type Copied } from './asked-changes.ts';
import { started, type RunningCore } from './running-core.ts';

test('every channel answers with what its contract promises, and with nothing more', async () => {
  const practice = await startedPractice();
  const openedAddresses: string[] = [];
  const one = await started({
    openFolder: () => Promise.resolve(true),
    openAddress: (url) => Promise.resolve(openedAddresses.push(url) > 0),
  });
  const address = { baseUrl: practice.baseUrl, token: practice.tokens.admin };
  await one.get('connections.test', address);
  expect(await one.get('connections.tryUpdate', address)).toMatchObject({ updates: { kind: 'yes' }, isSame: true });
  const { id: connectionId } = await one.get('connections.add', { name: 'Work', ...address });
  await one.until('connections.list', null, ([first]) => (first?.status.caughtUpAtMs ?? null) !== null);
  await askApp(one);
  const keys = await askFiles(one, connectionId);
  const copied: Copied = { one, connectionId, keys };
  await askKeys(copied);
  await askLibrary(copied);
  await askSavedViews(copied);
  await askDrafts(copied);
  await askLocalWords(copied);
  await askChanges(copied);
  await askConflicts(copied, (id, name) => void practice.control.editFile({ id, name }));
  await askBulk(copied);
  await askExport(copied);
  await askGateway(copied);
  expect(openedAddresses).toHaveLength(1);
  await askSignatures(copied);
  await askSigners(copied);
  await askSameContent(copied);
  await askPractice(one);
  await askConnections(copied, practice.tokens.admin);
  const answered = new Set([...one.answered, ...(await askRecovery())]);
  expect(Object.keys(channels).filter((name) => !answered.has(name))).toEqual([]);
});

async function askFiles(one: RunningCore, connectionId: ConnectionId): Promise<readonly FileKey[]> {
  const query = aFileQuery({ network: 'public' });
  const { viewId, count: files, ...opened } = await one.get('files.open', { connectionId, query, firstRows: 20 });
  const { rows } = await one.get('files.window', { viewId, from: 0, to: 20 });
  expect([opened.rows, await one.get('files.counted', { viewId })]).toEqual([rows, { count: files, inName: null }]);
  const keys = rows.map((row) => fileKey.parse(row));
  expect(await one.get('files.position', { viewId, key: keys[3]! })).toEqual({ position: 3 });
  const text = rows.find(({ name }) => name !== null && name !== '')!.name!.slice(0, 4);
  const next = await one.get('files.nextNamed', { viewId, text, from: 0 });
  expect(rows[next.position!]?.name?.toLowerCase().startsWith(text.toLowerCase())).toBe(true);
  await one.get('files.close', { viewId });
  await one.get('files.closeTo', { connectionId, search: 'nothing', ticket: crypto.randomUUID() });
  await one.get('files.giveUp', { ticket: crypto.randomUUID() });
  expect(await one.get('files.openChanges', { connectionId, keys: keys.slice(0, 2) })).toEqual([]);
  await one.get('files.stopImport', { ticket: crypto.randomUUID() });
  await one.get('table.giveUp', { ticket: crypto.randomUUID() });
  await one.get('files.counts', { connectionId });
  const { keys: metadata } = await one.get('files.facets', { connectionId });
  await one.get('files.facetValues', { connectionId, key: metadata[0]!.value });
  const count = await one.get('files.count', { connectionId, query });
  expect(count.count).toBeGreaterThan(0);
  const chosen = { kind: 'keys' as const, keys: [keys[0]!] };
  await one.get('clipboard.text', {
    connectionId,
    files: chosen,
    format: 'json',
    baseUrl: '',
    gateway: null,
    limit: 1,
  });
  await one.get('selection.contents', { connectionId, files: chosen });
  await one.get('selection.sizes', { connectionId, files: chosen, fullPairs: 10 });
  await one.get('files.import', { connectionId, network: 'public', text: `${keys[0]!.id}\nnot an id` });
  const cid = rows[0]!.cid;
  await one.get('signatures.get', { connectionId, network: 'public', cid });
  await one.get('signatures.fetch', { connectionId, network: 'public', cid });
  return keys;
}

async function askGateway({ one, connectionId, keys }: Copied): Promise<void> {
  const key = keys.find(({ network }) => network === 'public')!;
  const evenPrivate = false;
  expect(await one.ask('gateways.image', { connectionId, key, evenPrivate })).toMatchObject({
    failure: { kind: 'notFound' },
  });
  const typed = { address: `http://127.0.0.1:${await closedPort()}/ipfs/`, showsImages: true };
  const { gateway } = await one.get('gateways.choose', { connectionId, gateway: typed });
  expect(gateway?.address).toBe(typed.address.replace('/ipfs/', ''));
  expect(await one.get('gateways.open', { connectionId, key, evenPrivate })).toEqual({ isOpened: true });
  expect((await one.get('gateways.image', { connectionId, key, evenPrivate })).kind).toBe('none');
  expect((await one.get('gateways.choose', { connectionId, gateway: null })).gateway).toBeNull();
}

async function askSavedViews({ one, connectionId }: Copied): Promise<void> {
  await one.get('savedViews.add', { connectionId, name: ' Epic ', query: aFileQuery({ type: 'image/*' }) });
  const { views } = await one.get('savedViews.add', { connectionId, name: 'All', query: aFileQuery() });
  const [epic, all] = views.map(({ id }) => id);
  await one.get('savedViews.rename', { connectionId, id: all!, name: 'Every file' });
  await one.get('savedViews.move', { connectionId, id: all!, to: 0 });
  expect(await one.get('savedViews.list', { connectionId })).toEqual({
    views: [
      { id: all, name: 'Every file', about: 'files', query: aFileQuery() },
      { id: epic, name: 'Epic', about: 'files', query: aFileQuery({ type: 'image/*' }) },
    ],
  });
  await one.get('savedViews.remove', { connectionId, id: epic! });
}

async function askDrafts({ one, connectionId, keys }: Copied): Promise<void> {
  const key = keys[0]!;
  const { shown } = await one.get('files.get', { connectionId, key });
  const draft = { part: 'name', base: shown.name, text: 'half a na' } as const;
  await one.get('drafts.keep', { connectionId, key, draft });
  expect(await one.get('drafts.list', { connectionId })).toMatchObject({
    drafts: [{ key, draft, fileName: shown.name }],
  });
  await one.get('drafts.discard', { connectionId, key, part: 'name' });
  expect(await one.get('drafts.list', { connectionId })).toEqual({ drafts: [] });
}

async function askLibrary({ one, connectionId }: Copied): Promise<void> {
  expect((await one.get('library.contents', { connectionId })).all.files).toBeGreaterThan(0);
  const { sinceMs } = await one.get('library.look', { connectionId });
  await one.get('library.news', { connectionId, sinceMs });
  expect((await one.get('library.seen', { connectionId })).sinceMs).toBeGreaterThan(0);
  expect((await one.get('connections.copies', null)).copies).not.toEqual([]);
  const chosen = await one.get('connections.chooseParts', {
    id: connectionId,
    copiedParts: ['public', 'private', 'keys'],
  });
  expect(chosen.copiedParts).toHaveLength(3);
  await askUpdates(one);
  await one.get('connections.rebuildCopy', { id: connectionId });
  expect((await one.get('activity.list', { connectionId, origin: null, day: null, limit: 9 })).entries).not.toEqual([]);
  await one.get('library.arrived', { connectionId, sinceMs: 0 });
  await one.get('keys.runOuts', { connectionId });
}

async function askKeys({ one, connectionId }: Copied): Promise<void> {
  const { rows } = await one.get('keys.page', { connectionId, query: aKeyQuery(), from: 0, to: 10 });
  await one.get('keys.get', { connectionId, id: rows[0]!.key.id });
  await one.get('keys.counts', { connectionId });
  await one.get('keys.byValue', { connectionId, value: rows[0]!.key.key! });
  await one.get('keys.audit', { connectionId });
  const { text } = await one.get('keys.export', { connectionId, query: aKeyQuery(), format: 'csv' });
  expect(text).toContain(rows[0]!.key.id);
  const filters = { revoked: null, limitedUse: true, exhausted: true, name: null };
  expect(await one.get('keys.askService', { connectionId, filters })).toMatchObject({ onlyHere: [], onlyThere: [] });
  await one.get('keys.alerts', { connectionId });
  await one.get('keys.dismissAlerts', { connectionId, seen: [] });
}

async function askSignatures({ one, connectionId, keys }: Copied): Promise<void> {
  const selection = { kind: 'keys' as const, keys: keys.slice(0, 8) };
  await one.get('signatures.start', { connectionId, of: { kind: 'files', selection }, onlyMissing: true });
  const { fetch } = await one.until('signatures.work', { connectionId }, ({ fetch: job }) => job?.status === 'done');
  expect(fetch).toMatchObject({ failed: 0, failure: null });
  const filter = { status: null, signer: null };
  const { rows, count } = await one.get('signatures.page', { connectionId, filter, from: 0, to: 20 });
  expect(rows).toHaveLength(count);
  expect((await one.get('signatures.counts', { connectionId })).all).toBe(count);
  expect((await one.get('signatures.unfetched', { connectionId })).files).toBeGreaterThan(0);
  const report = await one.get('signatures.report', { connectionId, filter, format: 'json' });
  expect(JSON.parse(report.text)).toHaveLength(count);
  await one.get('signatures.checkAll', { connectionId });
  await one.get('signatures.goOn', { connectionId });
  expect((await one.get('signatures.cancel', { connectionId })).fetch).toBeNull();
}

async function askSameContent({ one, connectionId }: Copied): Promise<void> {
  const { findId, groups, files } = await one.get('sameContent.find', { connectionId });
  const { rows } = await one.get('sameContent.window', { findId, from: 0, to: 200 });
  expect(rows).toHaveLength(Math.min(200, groups + files));
}

/** Until a signature is known by its signer, which takes the thread that checks. */
async function askSigners({ one, connectionId }: Copied): Promise<void> {
  for (const { address, label } of wallets) await one.get('signers.put', { address, label });
  const { statuses: statuses, signers } = await one.until(
    'signatures.counts',
    { connectionId },
    (counts) => counts.statuses.valid > 0 && counts.statuses.unchecked === 0 && counts.statuses.noMatch === 0,
  );
  expect(signers.reduce((sum, { count }) => sum + count, 0)).toBe(statuses.valid);
  const { text } = await one.get('signers.export', { format: 'csv' });
  const { signers: known } = await one.get('signers.list', null);
  expect(known.map(({ label }) => label)).toEqual(wallets.map(({ label }) => label).toSorted());
  await one.get('signers.remove', { address: known[0]!.address });
  expect(await one.get('signers.import', { text: `${text}0x12,nobody\n` })).toMatchObject({
    taken: wallets.length,
    problems: [{ line: wallets.length + 2, problem: 'notAnAddress' }],
  });
  expect(await one.ask('signers.put', { address: wallets[0]!.address.replace(/[a-f]/, 'A'), label: 'x' })).toEqual({
    failure: { kind: 'unfit', what: 'signer', problem: 'checksum' },
  });
}

async function askExport({ one, connectionId, keys }: Copied): Promise<void> {
  const selection = { kind: 'keys' as const, keys: keys.slice(0, 3) };
  const { exportId } = await one.get('export.start', { connectionId, selection, format: 'csv' });
  const done = await one.until('export.state', null, ({ kind }) => kind !== 'running');
  expect(done).toMatchObject({ kind: 'done', exportId, connectionId, format: 'csv', files: 3 });
  await one.get('export.dismiss', null);
  await one.get('export.cancel', null);
  expect(await one.get('export.state', null)).toEqual({ kind: 'idle' });
}

async function askPractice(one: RunningCore): Promise<void> {
  const { id: connectionId } = await one.get('connections.addPractice', null);
  await one.until('files.counts', { connectionId }, ({ all }) => all > 0);
  await one.get('practice.state', null);
  await one.get('practice.set', { fault: 'slow' });
  await one.get('practice.set', { fault: 'none' });
  const { viewId } = await one.get('files.open', { connectionId, query: aFileQuery() });
  const { rows } = await one.get('files.window', { viewId, from: 0, to: 1 });
  const { network, id } = rows[0]!;
  await one.get('practice.editAsSomebodyElse', { network, id, name: 'theirs', keyvalues: [['env', null]] });
}

async function askConnections(copied: Copied, token: string): Promise<void> {
  const { one, connectionId: id } = copied;
  await one.get('connections.checkNow', { id });
  await one.get('connections.answerCeiling', { id, answer: 'goOn' });
  await one.get('connections.probeAgain', { id });
  await askParked(copied, token);
  const { connection } = (await one.get('connections.list', null)).find((other) => other.connection.id === id)!;
  await one.get('connections.move', { id, baseUrl: connection.baseUrl, token: null });
  await one.get('diagnostics.get', { connectionId: id });
  const [free] = await unedited(one, id);
  expect(await one.get('selfTest.run', { connectionId: id, key: free! })).toMatchObject({
    verdict: 'merge',
    stays: null,
  });
  expect(await one.get('selfTest.trace', { connectionId: id })).toBeNull();
  await one.get('selfTest.dismiss', { connectionId: id });
  await one.get('connections.signOut', { id, wipeCopy: true });
  await one.get('connections.list', null);
}

/** Files without an edit, by name. */
async function unedited(one: RunningCore, connectionId: ConnectionId): Promise<readonly FileKey[]> {
  const { viewId } = await one.get('files.open', { connectionId, query: aFileQuery({ network: 'public' }) });
  const { rows } = await one.get('files.window', { viewId, from: 0, to: 200 });
  return rows.filter(({ state }) => state === 'onServer').map((row) => fileKey.parse(row));
}
