/** The type of a studio file, and the range of its sizes. */
export type StudioKind = {
  readonly mimeType: string;
  readonly smallestBytes: number;
  readonly largestBytes: number;
};

const KB = 1024;
const MB = 1024 * KB;

function kind(mimeType: string, smallestBytes: number, largestBytes: number): StudioKind {
  return { mimeType, smallestBytes, largestBytes };
}

export const KINDS = {
  artwork: kind('image/png', 900 * KB, 4 * MB),
  preview: kind('image/webp', 18 * KB, 160 * KB),
  photo: kind('image/jpeg', 700 * KB, 6 * MB),
  scan: kind('image/tiff', 40 * MB, 140 * MB),
  drawing: kind('image/svg+xml', 4 * KB, 420 * KB),
  layers: kind('image/vnd.adobe.photoshop', 30 * MB, 260 * MB),
  animation: kind('image/gif', 300 * KB, 4 * MB),
  record: kind('application/json', 700, 3 * KB),
  shapes: kind('application/geo+json', 20 * KB, 900 * KB),
  table: kind('text/csv', 2 * KB, 90 * KB),
  text: kind('text/plain', 200, 9 * KB),
  notes: kind('text/markdown', 600, 12 * KB),
  page: kind('text/html', 2 * KB, 60 * KB),
  document: kind('application/pdf', 200 * KB, 9 * MB),
  model: kind('model/gltf-binary', 6 * MB, 60 * MB),
  bundle: kind('application/zip', 12 * MB, 300 * MB),
  video: kind('video/mp4', 6 * MB, 90 * MB),
  master: kind('video/mp4', 900 * MB, 2_600 * MB),
  turntable: kind('video/quicktime', 120 * MB, 480 * MB),
  stem: kind('audio/wav', 40 * MB, 110 * MB),
  sound: kind('audio/mpeg', 2 * MB, 9 * MB),
  typeface: kind('font/otf', 70 * KB, 190 * KB),
  webTypeface: kind('font/woff2', 22 * KB, 60 * KB),
  program: kind('application/wasm', 300 * KB, 4 * MB),
  folder: kind('directory', 8 * MB, 900 * MB),
} as const satisfies Record<string, StudioKind>;
