import { expect, test } from 'vitest';
import { fileKind } from '../../../src/domain/files/file-kind.ts';

test.each([
  ['image/png', 'image'],
  ['IMAGE/SVG+XML; charset=utf-8', 'image'],
  ['video/mp4', 'video'],
  ['audio/wav', 'audio'],
  ['model/gltf-binary', 'model'],
  ['font/otf', 'font'],
  ['application/pdf', 'document'],
  ['text/markdown', 'document'],
  ['text/csv', 'table'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'table'],
  ['application/json', 'data'],
  ['application/ld+json', 'data'],
  ['application/zip', 'archive'],
  ['directory', 'folder'],
  ['application/octet-stream', 'file'],
  ['', 'file'],
  [null, 'file'],
  ['x'.repeat(1_000_000), 'file'],
])('%s is of the kind %s', (mimeType, kind) => {
  expect(fileKind(mimeType)).toBe(kind);
});
