import type { Channel } from '../../src/contract/index.ts';

/** The channels of the reader: lists, counts and searches, which a person scrolls or types through. */
export const readerChannels = [
  'files.open',
  'files.counted',
  'files.giveUp',
  'files.window',
  'files.position',
  'files.nextNamed',
  'files.closeTo',
  'files.close',
  'files.counts',
  'files.facets',
  'files.facetValues',
  'files.count',
  'clipboard.text',
  'selection.contents',
  'selection.sizes',
  'sameContent.find',
  'sameContent.window',
  'signatures.page',
  'signatures.counts',
  'signatures.unfetched',
  'keys.page',
  'keys.get',
  'keys.counts',
  'keys.byValue',
  'keys.audit',
  'keys.runOuts',
  'keys.export',
  'library.contents',
  'library.news',
] as const satisfies readonly Channel[];
export type ReaderChannel = (typeof readerChannels)[number];

export const isReaderChannel = (name: string): boolean => readerChannels.some((channel) => channel === name);
