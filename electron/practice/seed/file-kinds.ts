/** What a file may be, the most frequent first. */
export type FileKind = {
  readonly mimeType: string | null;
  readonly extension: string;
  /** Common sizes lie between these, in bytes; the low end is by far the most frequent. */
  readonly smallestBytes: number;
  readonly largestBytes: number;
};

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

function kind(mimeType: string | null, extension: string, smallestBytes: number, largestBytes: number): FileKind {
  return { mimeType, extension, smallestBytes, largestBytes };
}

export const FOLDER_MIME_TYPE = 'directory';

export const FILE_KINDS: readonly FileKind[] = [
  kind('image/png', '.png', 2 * KB, 20 * MB),
  kind('application/json', '.json', 40, 400 * KB),
  kind('image/jpeg', '.jpg', 20 * KB, 15 * MB),
  kind('application/pdf', '.pdf', 8 * KB, 80 * MB),
  kind(FOLDER_MIME_TYPE, '', 4 * KB, 40 * GB),
  kind('video/mp4', '.mp4', 500 * KB, 4 * GB),
  kind('text/plain', '.txt', 0, 200 * KB),
  kind('image/webp', '.webp', 2 * KB, 4 * MB),
  kind('image/svg+xml', '.svg', 300, 900 * KB),
  kind('text/html', '.html', 200, 900 * KB),
  kind('audio/mpeg', '.mp3', 200 * KB, 200 * MB),
  kind('image/gif', '.gif', 10 * KB, 30 * MB),
  kind('text/csv', '.csv', 20, 600 * MB),
  kind('text/markdown', '.md', 10, 300 * KB),
  kind('application/zip', '.zip', 1 * KB, 8 * GB),
  kind('model/gltf-binary', '.glb', 30 * KB, 400 * MB),
  kind('video/quicktime', '.mov', 2 * MB, 12 * GB),
  kind('audio/wav', '.wav', 100 * KB, 900 * MB),
  kind('application/octet-stream', '.bin', 1, 60 * GB),
  kind('application/vnd.openxmlformats-officedocument.wordprocessingml.document', '.docx', 9 * KB, 30 * MB),
  kind('application/wasm', '.wasm', 500, 40 * MB),
  kind('font/woff2', '.woff2', 6 * KB, 3 * MB),
  kind(null, '.dat', 1, 1 * GB),
];
