import { z } from 'zod';

/** What a picture from a gateway may cost. */
export const pictureLimits = {
  bytes: 5_000_000,
  /** Four bytes of memory each, once the window has unpacked it. */
  pixels: 64_000_000,
  /** From the first byte sent to the last received, redirects included. */
  totalMs: 15_000,
  redirects: 3,
  /** Pictures in any minute: who runs through a list asks for no more. */
  perMinute: 60,
} as const;

/** The pictures that are shown. SVG is not among them: it is a program as much as a picture. */
export const pictureType = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
export type PictureType = z.infer<typeof pictureType>;

const SIGNATURES: readonly (readonly [PictureType, (bytes: Uint8Array) => boolean])[] = [
  ['image/png', (bytes) => startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', (bytes) => startsWith(bytes, 0, [0xff, 0xd8, 0xff])],
  ['image/gif', (bytes) => startsWith(bytes, 0, ascii('GIF87a')) || startsWith(bytes, 0, ascii('GIF89a'))],
  ['image/webp', (bytes) => startsWith(bytes, 0, ascii('RIFF')) && startsWith(bytes, 8, ascii('WEBP'))],
];

const ascii = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0));

const startsWith = (bytes: Uint8Array, from: number, wanted: readonly number[]): boolean =>
  wanted.every((byte, place) => bytes[from + place] === byte);

/** The type of a picture, read from its bytes alone: what a gateway claims proves nothing. @returns null for anything else */
export const pictureTypeOf = (bytes: Uint8Array): PictureType | null =>
  SIGNATURES.find(([, fits]) => fits(bytes))?.[0] ?? null;

/** Whether bytes were held against a CID and are its content, or could not be checked. */
export const pictureCheck = z.enum(['matches', 'notChecked']);
export type PictureCheck = z.infer<typeof pictureCheck>;

/** A picture as a gateway sent it. */
export type FetchedPicture = { readonly type: PictureType; readonly bytes: Uint8Array; readonly check: PictureCheck };

/**
 * Why there is no picture. `differs`: the gateway sent other bytes than the CID names; `replaced`: another window asked for
 * a picture meanwhile.
 */
export const pictureProblem = z.enum([
  ...(['notReached', 'tooSlow', 'redirected', 'notFound', 'refused', 'tooLarge', 'notAnImage', 'differs'] as const),
  ...(['tooManyPixels', 'tooMany', 'replaced', 'private', 'noCid', 'offline'] as const),
]);
export type PictureProblem = z.infer<typeof pictureProblem>;

/** The facts of a file that a gateway need not be asked about. */
type KnownFile = { readonly mimeType: string | null; readonly sizeBytes: number | null };

/** Names that programs give to JPEG, and that IANA has not registered. */
const JPEG_TOO = ['image/jpg', 'image/pjpeg'];

/** Why the record of a file already rules a picture out; null where the gateway has to be asked. */
export function knownProblem({ mimeType, sizeBytes }: KnownFile): PictureProblem | null {
  // A media type may have parameters (RFC 9110, 8.3.1).
  const essence = (mimeType ?? '').replace(/;.*/s, '').trim().toLowerCase();
  const mayBePicture = essence === '' || JPEG_TOO.includes(essence) || pictureType.safeParse(essence).success;
  if (!mayBePicture) return 'notAnImage';
  return sizeBytes !== null && sizeBytes > pictureLimits.bytes ? 'tooLarge' : null;
}
