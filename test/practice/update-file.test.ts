import { expect, it } from 'vitest';
import { refusal, startedPractice } from './started-practice.ts';

/** A file with exactly this metadata. */
async function withKeyvalues(keyvalues: Record<string, string>, switches = {}) {
  const practice = await startedPractice();
  const { id, keyvalues: before } = await practice.anyFile();
  const emptied = Object.keys(before ?? {}).map((key) => [key, null]);
  practice.control.editFile({ id, keyvalues: { ...Object.fromEntries(emptied), ...keyvalues } });
  practice.control.changeSettings(switches);
  return { practice, id };
}

it('changes nothing for an empty body and answers with the record', async () => {
  const practice = await startedPractice();
  const before = await practice.anyFile();
  expect(await practice.updated(before.id, {})).toEqual(before);
  expect(await practice.file(before.id)).toEqual(before);
  const updates = practice.control.requests().filter(({ method }) => method === 'PUT');
  expect(updates.map(({ applied }) => applied)).toEqual([false]);
});

it('renames without touching the metadata', async () => {
  const { practice, id } = await withKeyvalues({ env: 'test' });
  const before = await practice.file(id);
  expect(await practice.updated(id, { name: 'new name.txt' })).toEqual({ ...before, name: 'new name.txt' });
  expect(await practice.file(id)).toEqual({ ...before, name: 'new name.txt' });
});

it.each([
  ['merge', { a: 'new', c: null }, { a: 'new', b: '2' }],
  ['mergeRefusingNull', { a: 'new' }, { a: 'new', b: '2', c: '3' }],
  ['mergeNullAsText', { c: null }, { a: '1', b: '2', c: 'null' }],
  ['replace', { a: 'new' }, { a: 'new' }],
] as const)('in the mode %s, %j makes %j', async (keyvaluesMode, asked, expected) => {
  const { practice, id } = await withKeyvalues({ a: '1', b: '2', c: '3' }, { keyvaluesMode });
  expect((await practice.updated(id, { keyvalues: asked })).keyvalues).toEqual(expected);
  expect((await practice.file(id)).keyvalues).toEqual(expected);
});

it.each(['mergeRefusingNull', 'replace'] as const)('in the mode %s, a null is refused', async (keyvaluesMode) => {
  const { practice, id } = await withKeyvalues({ a: '1' }, { keyvaluesMode });
  expect((await practice.put(id, { keyvalues: { a: null } })).status).toBe(400);
  expect((await practice.file(id)).keyvalues).toEqual({ a: '1' });
});

it('keeps a key named __proto__ as plain text', async () => {
  const { practice, id } = await withKeyvalues({});
  await practice.put(id, '{"keyvalues":{"__proto__":"plain","constructor":"text"}}');
  const text = await (await practice.ask(`/files/public/${id}`)).text();
  expect(text).toContain('"keyvalues":{"__proto__":"plain","constructor":"text"}');
  expect(Object.hasOwn(Object.prototype, 'plain')).toBe(false);
  await practice.put(id, '{"keyvalues":{"__proto__":null}}');
  expect(await (await practice.ask(`/files/public/${id}`)).text()).toContain('"keyvalues":{"constructor":"text"}');
});

it('refuses an eleventh pair and keeps the ten', async () => {
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`key${at}`, 'x']));
  const { practice, id } = await withKeyvalues(ten);
  expect((await practice.put(id, { keyvalues: { eleventh: 'x' } })).status).toBe(400);
  expect((await practice.file(id)).keyvalues).toEqual(ten);
  practice.control.changeSettings({ maxPairs: 11 });
  expect((await practice.put(id, { keyvalues: { eleventh: 'x' } })).status).toBe(200);
});

it('refuses a name longer than the limit, counted in characters', async () => {
  const practice = await startedPractice({ switches: { maxNameLength: 5 } });
  const { id } = await practice.anyFile();
  expect((await practice.put(id, { name: '😀😀😀😀😀' })).status).toBe(200);
  expect((await practice.put(id, { name: '😀😀😀😀😀😀' })).status).toBe(400);
});

it.each([
  ['{"name":7}', 422],
  ['{"name":null}', 422],
  ['{"name":"\\ud800"}', 422],
  ['{"keyvalues":[]}', 422],
  ['{"keyvalues":"x"}', 422],
  ['{"keyvalues":{"a":1}}', 422],
  ['[]', 422],
  ['null', 422],
  ['"text"', 422],
  ['', 400],
  ['{', 400],
  ['{"name":"x"} trailing', 400],
])('refuses the body %s with %i', async (body, status) => {
  const practice = await startedPractice();
  const before = await practice.anyFile();
  const response = await practice.put(before.id, body);
  expect(response.status).toBe(status);
  expect((await refusal(response)).code).toBe(status);
  expect(await practice.file(before.id)).toEqual(before);
});

it('answers a wrong shape with 200 and without the change when the settings say so', async () => {
  const { practice, id } = await withKeyvalues({ a: '1' }, { wrongShapes: 'ignore' });
  const record = await practice.updated(id, { name: 'taken', keyvalues: { a: 2 } });
  expect([record.name, record.keyvalues]).toEqual(['taken', { a: '1' }]);
});

it('refuses bytes that are not UTF-8', async () => {
  const practice = await startedPractice();
  const { id } = await practice.anyFile();
  const body = new Uint8Array([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')]);
  const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body };
  expect((await practice.ask(`/files/public/${id}`, init)).status).toBe(400);
});

it('refuses another content type, and one that only begins like JSON', async () => {
  const practice = await startedPractice();
  const { id } = await practice.anyFile();
  for (const type of ['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded']) {
    const init = { method: 'PUT', headers: { 'Content-Type': type }, body: '{}' };
    expect((await practice.ask(`/files/public/${id}`, init)).status).toBe(415);
  }
  const init = { method: 'PUT', headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: '{}' };
  expect((await practice.ask(`/files/public/${id}`, init)).status).toBe(200);
});

it('refuses a body over the limit, announced or not, and serves the next request', async () => {
  const practice = await startedPractice();
  const { id } = await practice.anyFile();
  const text = JSON.stringify({ name: 'x'.repeat(200_000) });
  expect((await practice.put(id, text)).status).toBe(413);
  const stream = new Blob([text]).stream();
  const init = {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: stream,
    duplex: 'half' as const,
  };
  expect((await practice.ask(`/files/public/${id}`, init)).status).toBe(413);
  expect((await practice.put(id, {})).status).toBe(200);
});

it('knows a file by its own network only', async () => {
  const practice = await startedPractice();
  const { id } = await practice.anyFile();
  expect((await practice.put(id, {}, 'private')).status).toBe(404);
  expect((await practice.put(id, {}, 'secret')).status).toBe(404);
  expect((await practice.put('00000000-0000-4000-8000-000000000000', {})).status).toBe(404);
  expect((await practice.put('not-an-id', {})).status).toBe(400);
});

it('trims and composes names when the settings say so', async () => {
  const practice = await startedPractice({ switches: { nameNormalising: 'trimAndCompose' } });
  const { id } = await practice.anyFile();
  expect((await practice.updated(id, { name: ' cafe\u0301 ' })).name).toBe('caf\u00e9');
});

it('shows a file as it was for a while after a change when reads are stale', async () => {
  let nowMs = 1_000;
  const practice = await startedPractice({ clock: { nowMs: () => nowMs }, switches: { staleReadsMs: 3_000 } });
  const before = await practice.anyFile();
  expect((await practice.updated(before.id, { name: 'fresh' })).name).toBe('fresh');
  expect(await practice.file(before.id)).toEqual(before);
  expect((await practice.files('?limit=1')).files).toEqual([before]);
  practice.control.reset();
  practice.control.editFile({ id: before.id, name: 'after the reset' });
  expect((await practice.file(before.id)).name).toBe('after the reset');
  await practice.updated(before.id, { name: 'fresh' });
  nowMs += 3_000;
  expect((await practice.file(before.id)).name).toBe('fresh');
});
