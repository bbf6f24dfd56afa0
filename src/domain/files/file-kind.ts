/** What a file is, as far as a small picture can say it. */
export const fileKinds = [
  ...(['image', 'video', 'audio', 'document', 'data', 'table', 'model', 'archive', 'font', 'folder', 'file'] as const),
];
export type FileKind = (typeof fileKinds)[number];

/** By the media type (IANA), most telling first: `text/csv` is a table, although it is text. */
const KINDS: readonly (readonly [RegExp, FileKind])[] = [
  [/^(directory$|inode\/directory|application\/x-directory)/, 'folder'],
  [
    /^(text\/(csv|tab-separated-values)|application\/vnd\.(ms-excel|oasis\.opendocument\.spreadsheet|.*sheet))/,
    'table',
  ],
  [/[/+]json$|^application\/(x-ndjson|xml|yaml|cbor)|^text\/(xml|yaml)/, 'data'],
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^model\//, 'model'],
  [/^font\/|^application\/(x-)?font/, 'font'],
  [/^application\/(zip|gzip|x-tar|x-7z-compressed|x-bzip2?|zstd|vnd\.rar|java-archive|vnd\.ipld\.car)/, 'archive'],
  [/^text\/|^application\/(pdf|rtf|msword|epub|vnd\.(oasis\.opendocument\.text|.*wordprocessing))/, 'document'],
];

/** @param mimeType as the service says it, with or without parameters; null where it does not say */
export function fileKind(mimeType: string | null): FileKind {
  const essence = (mimeType ?? '').slice(0, 200).replace(/;.*/s, '').trim().toLowerCase();
  return KINDS.find(([pattern]) => pattern.test(essence))?.[1] ?? 'file';
}
