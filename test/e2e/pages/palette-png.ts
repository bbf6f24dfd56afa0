import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Pixels row by row, 0xRRGGBB each. */
type Image = { readonly width: number; readonly height: number; readonly pixels: Uint32Array };

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const MOST_COLOURS = 128;

/** The same picture with at most 128 colours, which for screens of text is a quarter of the size and looks the same. */
export const withPalette = (png: Buffer): Buffer => encoded(decoded(png));

function decoded(png: Buffer): Image {
  const parts: Buffer[] = [];
  let header = Buffer.alloc(0);
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') header = Buffer.from(body);
    if (kind === 'IDAT') parts.push(body);
    at += 12 + length;
  }
  const [width, height, depth, colourType, , , interlaced] = [
    header.readUInt32BE(0),
    header.readUInt32BE(4),
    ...header.subarray(8),
  ];
  const channels = { 2: 3, 6: 4 }[colourType ?? -1];
  if (depth !== 8 || interlaced !== 0 || channels === undefined) throw new Error('Not a PNG as Chromium writes it');
  return { width, height, pixels: unfiltered(inflateSync(Buffer.concat(parts)), width, channels) };
}

/** Undoes the filter of each row (PNG specification, section 9). */
function unfiltered(bytes: Buffer, width: number, channels: number): Uint32Array {
  const rowBytes = width * channels;
  const height = bytes.length / (rowBytes + 1);
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1);
    const row = new Uint8Array(rowBytes);
    for (let x = 0; x < rowBytes; x++) {
      const left = row[x - channels] ?? 0;
      const over = above[x]!;
      const corner = x < channels ? 0 : above[x - channels]!;
      const guess = [0, left, over, (left + over) >> 1, paeth(left, over, corner)][bytes[start]!]!;
      row[x] = bytes[start + 1 + x]! + guess;
    }
    for (let x = 0; x < width; x++) {
      const at = x * channels;
      pixels[y * width + x] = (row[at]! << 16) | (row[at + 1]! << 8) | row[at + 2]!;
    }
    above = row;
  }
  return pixels;
}

function paeth(left: number, over: number, corner: number): number {
  const [toLeft, toOver, toCorner] = [
    Math.abs(over - corner),
    Math.abs(left - corner),
    Math.abs(left + over - 2 * corner),
  ];
  if (toLeft <= toOver && toLeft <= toCorner) return left;
  return toOver <= toCorner ? over : corner;
}

function encoded({ width, height, pixels }: Image): Buffer {
  const palette = chosenColours(pixels);
  const placeOf = new Map(palette.map((colour, place) => [colour, place]));
  const rows = Buffer.alloc((width + 1) * height);
  pixels.forEach((colour, at) => {
    const place = placeOf.get(colour) ?? nearest(palette, colour);
    placeOf.set(colour, place);
    rows[at + Math.floor(at / width) + 1] = place;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const body = deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('PLTE', colours), chunk('IDAT', body), chunk('IEND')]);
}

/** The colours of large areas, then those that are missed most: a small red mark in a page of text is one of them. */
function chosenColours(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one);
  const palette = byCount.slice(0, MOST_COLOURS / 2).map(([colour]) => colour);
  const left = byCount
    .slice(palette.length)
    .map(([colour, count]) => ({ colour, count, error: Math.min(...palette.map((one) => distance(one, colour))) }));
  while (palette.length < MOST_COLOURS && left.length > 0) {
    const missed = left.map(({ count, error }) => count * error);
    for (const { colour } of left.splice(missed.indexOf(Math.max(...missed)), 1)) {
      palette.push(colour);
      for (const one of left) one.error = Math.min(one.error, distance(one.colour, colour));
    }
  }
  return palette;
}

const distance = (one: number, other: number): number =>
  [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);

function nearest(palette: readonly number[], colour: number): number {
  const distances = palette.map((one) => distance(one, colour));
  return distances.indexOf(Math.min(...distances));
}

function chunk(kind: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
