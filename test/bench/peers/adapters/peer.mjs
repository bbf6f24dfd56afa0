/**
 * Runs one phase of one peer in a process of its own and prints what it found as a line of JSON. This folder is copied
 * to where the peers are installed, because that is where Node looks for them.
 *
 * Words: name of the adapter, `fill` or `read`, folder of the peer's own files, JSON of the rest.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const [adapter, phase, directory, rest] = process.argv.slice(2);
const { pagesPath, texts, pairs, limitMs } = JSON.parse(rest);
const folded = (text) =>
  (/[^\0-\x7f]/.test(text) ? text.normalize('NFKD').replaceAll(/\p{M}/gu, '') : text).toLowerCase();

async function* pages() {
  for await (const line of createInterface({ input: createReadStream(pagesPath), crlfDelay: Infinity })) {
    const at = line.indexOf('\t');
    const network = line.slice(0, at);
    yield JSON.parse(line.slice(at + 1)).data.files.map((record) => docOf(network, record));
  }
}

/** The same document for every peer. */
function docOf(network, record) {
  const { id, name = null, cid, size = null, mime_type: type = null, group_id: group = null } = record;
  const keyvalues = Object.entries(record.keyvalues ?? {}).map(([key, value]) => [key, String(value)]);
  const nameKey = name === null ? '' : folded(name);
  const text = folded([name ?? '', cid, id, ...keyvalues.flat()].join('\n'));
  const family = type === null ? '' : type.slice(0, type.indexOf('/') + 1);
  const created = record.created_at ?? null;
  return {
    id,
    network,
    name,
    nameKey,
    cid,
    size,
    type,
    family,
    group,
    created,
    keyvalues,
    text,
    raw: JSON.stringify(record),
  };
}

/** Takes times until the time for this figure is over; at least one. */
async function timed(tries, run) {
  const ms = [];
  const endMs = performance.now() + limitMs;
  for (let at = 0; at < tries; at++) {
    const began = performance.now();
    await run(at);
    ms.push(performance.now() - began);
    if (performance.now() > endMs) break;
  }
  return ms;
}

async function fill(peer) {
  const began = performance.now();
  let records = 0;
  for await (const page of pages()) {
    await peer.putPage(page);
    records += page.length;
  }
  await peer.finish?.();
  const ms = performance.now() - began;
  return { records, ms };
}

async function read(peer) {
  await peer.first();
  const startedAtMs = performance.timeOrigin + performance.now();
  const count = await peer.count();
  const checking = performance.now();
  let [checked, changed] = [0, 0];
  for await (const page of pages()) {
    changed += await peer.checkPage(page);
    checked += page.length;
    if (performance.now() - checking > limitMs) break;
  }
  const checkMs = performance.now() - checking;
  const search = await timed(texts.length, (at) => peer.search(folded(texts[at])));
  const deep = await timed(50, (at) => peer.page(Math.max(0, Math.floor(count * (0.8 + (0.2 * at) / 60)) - 100)));
  const filter = await timed(pairs.length, (at) => peer.filter(...pairs[at], 'image/'));
  const ids = await peer.someIds(200);
  const edit = await timed(ids.length, (at) => peer.edit(ids[at], `renamed ${at}.txt`));
  return { startedAtMs, count, check: { checked, changed, ms: checkMs }, search, deep, filter, edit };
}

const { open } = await import(`./${adapter}.mjs`);
const peer = await open(directory);
const found = phase === 'fill' ? await fill(peer) : await read(peer);
await peer.close();
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(`\n${JSON.stringify({ ...found, peakBytes })}\n`, () => process.exit(0));
