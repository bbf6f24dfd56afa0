import { expect, test } from 'vitest';
import { pixelsOf } from '../../electron/remote/picture-size.ts';
import type { PictureType } from '../../src/domain/gateways/picture.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const riff = (chunk: string, ...rest: readonly number[]) =>
  bytes('RIFF', [0, 0, 0, 0], 'WEBP', chunk, [0, 0, 0, 0], rest);

/** 23,000 times 300 pixels: 0x59d8 times 0x012c. */
const heads: readonly (readonly [string, PictureType, Buffer])[] = [
  [
    'PNG',
    'image/png',
    bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0x59, 0xd8, 0, 0, 0x01, 0x2c, 1, 0, 0, 0, 0]),
  ],
  [
    'JPEG behind other segments and filling bytes',
    'image/jpeg',
    bytes([
      0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 2, 0xff, 0xc2, 0, 17, 8, 0x01, 0x2c, 0x59, 0xd8, 3,
    ]),
  ],
  [
    'GIF whose first picture is larger than its canvas',
    'image/gif',
    bytes(
      'GIF89a',
      [1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6],
      [0x21, 0xf9, 2, 0x2c, 0, 0],
      [0x2c, 0, 0, 0, 0, 0xd8, 0x59, 0x2c, 0x01],
    ),
  ],
  ['WebP, lossy', 'image/webp', riff('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, 0xd8, 0x59 & 0x3f, 0x2c, 0x01)],
  ['WebP, lossless', 'image/webp', riff('VP8L', 0x2f, 0xd7, 0xd9, 0x4a, 0)],
  ['WebP, extended', 'image/webp', riff('VP8X', 0, 0, 0, 0, 0xd7, 0x59, 0, 0x2b, 0x01, 0)],
];

test.each(heads)('the pixels of a %s are those of its head', (what, type, head) => {
  const width = what === 'WebP, lossy' || what === 'WebP, lossless' ? 0x19d8 : 23_000;
  expect(pixelsOf(type, head)).toBe(width * 300);
});

test.each(heads)('a %s that ends within its head has none', (_what, type, head) => {
  for (let end = 0; end < 16; end++) expect(pixelsOf(type, head.subarray(0, end))).toBeNull();
});
