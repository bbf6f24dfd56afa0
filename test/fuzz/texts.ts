import fc from 'fast-check';
import { addressOfLink } from '../../electron/shell/links.ts';
import { parseIdList } from '../../electron/sync/bulk/id-list.ts';
import { fromCsv, fromJson } from '../../electron/sync/bulk/table-format.ts';
import { UnfitTextError } from '../../electron/sync/bulk/unfit-text.ts';
import { parseRoute } from '../../src/state/app/route.ts';
import { hostileText, mutatedFrom } from './hostile.ts';
import type { FuzzTarget } from './target.ts';

const cell = fc.oneof(
  hostileText,
  fc.constantFrom('id', 'name', 'network', 'public', 'key:a', '"', '""', ',', ';', '\t'),
);
const csv = fc
  .tuple(
    fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 6 }),
    fc.constantFrom(',', ';', '\t'),
    fc.constantFrom('\n', '\r\n', '\r'),
  )
  .map(([rows, comma, end]) => ['id,network,name,key:a', ...rows.map((row) => row.join(comma))].join(end));
const entry = fc.record({
  id: fc.uuid(),
  network: fc.constant('public'),
  name: cell,
  keyvalues: fc.dictionary(cell, cell),
});
const json = mutatedFrom(
  fc.oneof(fc.array(entry, { maxLength: 4 }), fc.record({ files: fc.array(entry, { maxLength: 4 }) })),
).map((value) => JSON.stringify(value) ?? '');
const cut = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(texts, fc.option(fc.nat()))
    .map(([text, place]) => (place === null ? text : text.slice(0, place % (text.length + 1))));

/** Tables and lists of ids that a person drops in: read, or refused with a sentence. */
export const importFiles: FuzzTarget<string> = {
  name: 'import files',
  inputs: cut(fc.oneof(csv, json, hostileText)),
  judge: (text) => {
    for (const read of [fromCsv, fromJson, parseIdList]) {
      try {
        read(text);
      } catch (error) {
        if (!(error instanceof UnfitTextError)) throw error;
      }
    }
    return Promise.resolve(null);
  },
};

const PAGE = 'app://pinfold/index.html';
const routeText = fc.oneof(
  fc.webFragments(),
  hostileText,
  fc
    .tuple(fc.constantFrom('files', 'changes', 'keys', 'settings', 'guide', 'bulk'), fc.webQueryParameters())
    .map(([view, query]) => `${view}?${query}`),
);

/** Links from any site: an address of the page, or nothing; and the page reads whatever route is in it. */
export const links: FuzzTarget<string> = {
  name: 'links',
  inputs: fc
    .tuple(
      fc.constantFrom('pinfold:/', 'pinfold://open/', 'PINFOLD:/', 'pinfold://evil.example/', 'pinfold:', ''),
      routeText,
    )
    .map((parts) => parts.join('')),
  judge: (link) => {
    const address = addressOfLink(link, PAGE);
    if (address === null) return Promise.resolve(null);
    // A blank or a second fragment would be another address to whatever reads it next.
    const isOfPage = address.startsWith(`${PAGE}#/`) && /^[!-~]+$/.test(address) && address.split('#').length === 2;
    if (!isOfPage) return Promise.resolve(`it leads to ${address}`);
    parseRoute(new URL(address).hash);
    return Promise.resolve(null);
  },
};
