import { expect, test } from 'vitest';
import { isNewer, isVersion } from '../../../src/domain/updates/version.ts';

// In the order of Semantic Versioning 2.0.0, section 11.
const ascending = [
  '0.9.9',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.2.0',
  '1.10.0',
  '2.0.0',
];

test('versions are in the order of Semantic Versioning', () => {
  for (const [at, one] of ascending.entries())
    for (const [place, other] of ascending.entries())
      expect([one, other, isNewer(one, other)]).toEqual([one, other, at > place]);
});

test.each(['', '1.0', 'v1.0.0', '1.0.0-', '1.0.0 ', '1.0.0-a..b', '99999999999.0.0', '1.0.0\n'])(
  '%j is no version, and newer than none',
  (text) => {
    expect([isVersion(text), isNewer(text, '0.0.1'), isNewer('2.0.0', text)]).toEqual([false, false, false]);
  },
);
