import { describe, expect, test } from 'vitest';
import { updateBody } from '../../../src/domain/edits/update-body.ts';
import { detectedMode, type MetadataMode, type UpdateEvidence } from '../../../src/domain/service/metadata-mode.ts';
import { fakeFile, updated, type FakeMode } from '../../support/fake-service.ts';

const map = (members: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(members));
const evidence = (over: Partial<UpdateEvidence>): UpdateEvidence => ({
  mode: 'unknown',
  before: map({ a: '1', b: '2' }),
  sent: map({ b: '2' }),
  removed: ['a'],
  answered: map({ b: '2' }),
  ...over,
});

describe('what one answer teaches', () => {
  test.each<[string, Partial<UpdateEvidence>, unknown]>([
    [
      'left out and still there',
      { answered: map({ a: '1', b: '2' }) },
      { mode: 'merge', because: { kind: 'leftOutAndKept', key: 'a' }, lost: [] },
    ],
    ['left out and gone', {}, { mode: 'replace', because: { kind: 'leftOutAndGone', key: 'a' }, lost: [] }],
    ['what is known already', { mode: 'replace' }, null],
    [
      'a contradiction',
      { mode: 'replace', answered: map({ a: '1', b: '2' }) },
      { mode: 'unknown', because: { kind: 'leftOutAndKept', key: 'a' }, lost: [] },
    ],
    [
      'a null that removed nothing',
      { mode: 'merge', sent: map({ a: null }), answered: map({ a: '1', b: '2' }) },
      { mode: 'mergeWithoutRemoval', because: { kind: 'nullAndKept', key: 'a' }, lost: [] },
    ],
    [
      'a null that became a text',
      { mode: 'merge', sent: map({ a: null }), answered: map({ a: 'null', b: '2' }) },
      { mode: 'mergeWithoutRemoval', because: { kind: 'nullAndKept', key: 'a' }, lost: [] },
    ],
    ['a null that removed', { mode: 'merge', sent: map({ a: null }), answered: map({ b: '2' }) }, null],
    [
      'a key lost that nobody touched, under merge',
      { mode: 'merge', sent: map({ c: '3' }), removed: [], answered: map({ c: '3' }) },
      { mode: 'unknown', because: { kind: 'lost', key: 'a' }, lost: ['a', 'b'] },
    ],
    [
      'nothing removed, all there',
      { sent: map({ a: '1', b: '9' }), removed: [], answered: map({ a: '1', b: '9' }) },
      null,
    ],
    [
      'a value saved otherwise',
      { sent: map({ a: '1', b: ' 9' }), removed: [], answered: map({ a: '1', b: '9' }) },
      null,
    ],
  ])('%s', (_what, over, expected) => {
    expect(detectedMode(evidence(over))).toEqual(expected);
  });
});

/** Removes a key, reads the answer, learns, and tries again. */
function modesFrom(service: FakeMode): readonly MetadataMode[] {
  const modes: MetadataMode[] = ['unknown'];
  let file = fakeFile(1, { keyvalues: map({ a: '1', b: '2' }) });
  for (let round = 0; round < 4; round++) {
    const mode = modes.at(-1) ?? 'unknown';
    const before = file.keyvalues;
    const encoded = updateBody([{ field: 'key:a', value: null }], mode, before);
    if (!encoded.ok || !before.has('a')) break;
    const sent = encoded.value.keyvalues ?? new Map<string, unknown>();
    file = updated(file, { keyvalues: Object.fromEntries(sent) }, service);
    const evidence = detectedMode({ mode, before, sent, removed: ['a'], answered: file.keyvalues });
    if (evidence !== null) modes.push(evidence.mode);
    expect(file.keyvalues.get('b')).toBe('2');
  }
  return modes;
}

test.each<[FakeMode, readonly MetadataMode[]]>([
  ['merge', ['unknown', 'merge']],
  ['mergeWithoutRemoval', ['unknown', 'merge', 'mergeWithoutRemoval']],
  ['replace', ['unknown', 'replace']],
])('a service that treats keys as %s is found out without losing one', (service, modes) => {
  expect(modesFrom(service)).toEqual(modes);
});
