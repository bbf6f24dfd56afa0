import { describe, expect, test } from 'vitest';
import {
  afterHeld,
  afterRefusal,
  limitInTheWay,
  noLimits,
  pairLimit,
  type RecordSize,
  serviceLimits,
} from '../../../src/domain/service/service-limits.ts';

const size = (given: Partial<RecordSize>): RecordSize => ({ pairs: 3, name: 10, key: 5, value: 20, ...given });
const learnt = afterRefusal(noLimits, size({ pairs: 10 }), size({ pairs: 11 }), 500);

describe('a limit of a service', () => {
  test('is learnt from a refusal where one measure alone grew', () => {
    expect(learnt.refused).toEqual({ pairs: 11, name: null, key: null, value: null });
    expect(afterRefusal(learnt, size({}), size({ name: 300 }), 600).refused).toMatchObject({ pairs: 11, name: 300 });
  });

  test('is not learnt where two measures grew, or none', () => {
    expect(afterRefusal(noLimits, size({}), size({ pairs: 4, value: 500 }), 600).refused).toEqual(noLimits.refused);
    expect(afterRefusal(noLimits, size({}), size({}), 600).refused).toEqual(noLimits.refused);
  });

  test('is not learnt of a size that a record is known to have', () => {
    const known = afterHeld(noLimits, size({ pairs: 12 }));
    expect(afterRefusal(known, size({ pairs: 1 }), size({ pairs: 2 }), 600).refused.pairs).toBe(null);
  });

  test('is forgotten when a record has that size', () => {
    expect(afterHeld(learnt, size({ pairs: 11 }))).toMatchObject({
      refused: { pairs: null },
      refusedAtMs: { pairs: null },
    });
    expect(afterHeld(learnt, size({ pairs: 10 })).refused.pairs).toBe(11);
  });

  test('is in the way of an update that grows to it, and of no other', () => {
    const limit = limitInTheWay(learnt, size({ pairs: 9 }), size({ pairs: 12 }));
    expect(limit).toEqual({ measure: 'pairs', size: 12, refused: 11 });
    expect(limitInTheWay(learnt, size({ pairs: 9 }), size({ pairs: 10 }))).toBe(null);
    expect(limitInTheWay(learnt, size({ pairs: 12 }), size({ pairs: 12, name: 4 }))).toBe(null);
  });

  test('says when it was learnt, of the smallest size that was refused', () => {
    const again = afterRefusal(learnt, size({ pairs: 10 }), size({ pairs: 13 }), 700);
    const smaller = afterRefusal(again, size({ pairs: 8 }), size({ pairs: 9 }), 800);
    expect([noLimits, again, smaller, afterHeld(learnt, size({ pairs: 11 }))].map(pairLimit)).toEqual([
      null,
      { most: 10, refusedAtMs: 500 },
      // A record with ten pairs is known, so that nine cannot be too many.
      { most: 10, refusedAtMs: 500 },
      null,
    ]);
  });

  test('of an earlier build has no time', () => {
    const { refusedAtMs, ...earlier } = learnt;
    expect([refusedAtMs.pairs, pairLimit(serviceLimits.parse(earlier))]).toEqual([
      500,
      { most: 10, refusedAtMs: null },
    ]);
  });
});
