import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkableOf, contentOfBlock, isDigestOf } from '../../../src/domain/gateways/content-check.ts';
import { knownProblem, pictureLimits, pictureTypeOf } from '../../../src/domain/gateways/picture.ts';
import { RUNS } from '../arbitraries.ts';

/** `hello world`, added with raw leaves. */
const RAW = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e';
/** `hello world` and a line break in one dag-pb block, as `ipfs add` makes it, and that block. */
const BLOCK_CID = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o';
const BLOCK = Buffer.from('0a120802120c68656c6c6f20776f726c640a180c', 'hex');
/** An empty folder. */
const FOLDER_CID = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn';
const FOLDER = Buffer.from('0a020801', 'hex');

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('a raw CID is the hash of the bytes themselves', () => {
  expect(checkableOf(RAW)).toBe('bytes');
  expect(isDigestOf(RAW, sha256(Buffer.from('hello world')))).toBe(true);
  expect(isDigestOf(RAW, sha256(Buffer.from('hello world!')))).toBe(false);
});

test('a block that holds all of a file is checked as a block, and gives the file', () => {
  expect(checkableOf(BLOCK_CID)).toBe('block');
  expect(isDigestOf(BLOCK_CID, sha256(BLOCK))).toBe(true);
  expect(Buffer.from(contentOfBlock(BLOCK) ?? []).toString()).toBe('hello world\n');
});

test('a folder, and a block that leads to others, hold no file', () => {
  expect(isDigestOf(FOLDER_CID, sha256(FOLDER))).toBe(true);
  expect(contentOfBlock(FOLDER)).toBeNull();
  expect(contentOfBlock(Buffer.concat([Buffer.from('1200', 'hex'), BLOCK]))).toBeNull();
});

test('any bytes at all are a block or none, and nothing is read beyond their end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect((contentOfBlock(bytes)?.length ?? 0) <= bytes.length).toBe(true);
    }),
    RUNS,
  );
  expect(contentOfBlock(BLOCK.subarray(0, 10))).toBeNull();
  expect(contentOfBlock(Buffer.from('0affffffffffffffffff7f', 'hex'))).toBeNull();
});

test('a CID with a part of a hash only cannot be checked, so that the right content is not called another', () => {
  const content = Buffer.from('hello world');
  // The first 20 bytes of a SHA-256 (multiformats/multihash, "Length": a digest may be cut).
  const cut = Buffer.concat([
    Buffer.from('01551214', 'hex'),
    createHash('sha256').update(content).digest().subarray(0, 20),
  ]);
  expect(checkableOf(`f${cut.toString('hex')}`)).toBe('nothing');
});

test('another hash, and text that is no CID, cannot be checked', () => {
  expect(checkableOf('bafk2bzaceaa')).toBe('nothing');
  expect(checkableOf('pending')).toBe('nothing');
});

test('a picture is known by its first bytes alone, and neither SVG nor a page is one', () => {
  const type = (text: string): string | null => pictureTypeOf(Buffer.from(text, 'latin1'));
  expect(type('\x89PNG\r\n\x1a\nrest')).toBe('image/png');
  expect(type('\xff\xd8\xffrest')).toBe('image/jpeg');
  expect([type('GIF87a'), type('GIF89a')]).toEqual(['image/gif', 'image/gif']);
  expect(type('RIFF0000WEBPVP8 ')).toBe('image/webp');
  for (const other of [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html>',
    'RIFF0000WAVE',
    '%PDF-1.7',
  ]) {
    expect(type(other)).toBeNull();
  }
});

test('a gateway is not asked for what is no picture, or is larger than one may be', () => {
  expect(knownProblem({ mimeType: 'image/png', sizeBytes: 10 })).toBeNull();
  expect(knownProblem({ mimeType: null, sizeBytes: null })).toBeNull();
  for (const mimeType of ['image/jpg', 'IMAGE/PJPEG', 'image/png; charset=binary', 'image/webp;q=1', '']) {
    expect([mimeType, knownProblem({ mimeType, sizeBytes: 10 })]).toEqual([mimeType, null]);
  }
  for (const mimeType of ['image/svg+xml; charset=utf-8', 'text/html', 'directory', 'image/jpgx']) {
    expect([mimeType, knownProblem({ mimeType, sizeBytes: 10 })]).toEqual([mimeType, 'notAnImage']);
  }
  expect(knownProblem({ mimeType: 'image/svg+xml', sizeBytes: 10 })).toBe('notAnImage');
  expect(knownProblem({ mimeType: 'image/png', sizeBytes: pictureLimits.bytes + 1 })).toBe('tooLarge');
});
