import type { PictureType } from '../../src/domain/gateways/picture.ts';

/**
 * The pixels that a picture says it has, read from its head. They cost memory and not its bytes: 60 kB of PNG hold two
 * gigabytes of one colour.
 *
 * @returns null for a head that cannot be read
 */
export function pixelsOf(type: PictureType, bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readers[type](view);
  } catch (error) {
    // A DataView throws a RangeError beyond its end (ECMA-262, GetViewValue).
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const readers: Readonly<Record<PictureType, (view: DataView) => number | null>> = {
  // The first chunk has the size (PNG, 11.2.1).
  'image/png': (view) => view.getUint32(16) * view.getUint32(20),
  'image/jpeg': jpegPixels,
  'image/gif': gifPixels,
  'image/webp': webpPixels,
};

/** The size stands in the first header of a frame, after segments of other kinds (ITU-T T.81, B.2.2). */
function jpegPixels(view: DataView): number | null {
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return view.getUint16(at + 5) * view.getUint16(at + 7);
    // Bytes of 0xff may stand before a marker; these markers alone have no length.
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xff) at += 1;
    else at += isAlone ? 2 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/** Programs enlarge the canvas for a first picture that is larger (GIF89a, 18 and 20). */
function gifPixels(view: DataView): number | null {
  const flags = view.getUint8(10);
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (view.getUint8(at) === EXTENSION) {
    for (at += 2; view.getUint8(at) !== 0;) at += view.getUint8(at) + 1;
    at += 1;
  }
  if (view.getUint8(at) !== IMAGE) return null;
  const [width, height] = [view.getUint16(at + 5, true), view.getUint16(at + 7, true)];
  return Math.max(view.getUint16(6, true), width) * Math.max(view.getUint16(8, true), height);
}
const EXTENSION = 0x21;
const IMAGE = 0x2c;

/** Each of the three kinds has the size in a form of its own (RFC 9649, 2.5 to 2.7). */
function webpPixels(view: DataView): number | null {
  const kind = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  if (kind === 'VP8 ') return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff);
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
  }
  const threeBytes = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
  return kind === 'VP8X' ? (threeBytes(24) + 1) * (threeBytes(27) + 1) : null;
}
