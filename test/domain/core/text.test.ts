import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cutText,
  folded,
  labelText,
  LONGEST_TEXT,
  sameAfterNormalising,
  textProblem,
  valueProblem,
  visibleParts,
  visibleText,
} from '../../../src/domain/core/text.ts';

const anyText = fc.string({ unit: 'binary' });

describe('text fit to be kept', () => {
  test.each([
    ['', 'empty'],
    ['a\ud800', 'loneSurrogate'],
    ['\udc00', 'loneSurrogate'],
    ['a\u0000', 'controlCharacter'],
    ['a\nb', 'controlCharacter'],
    ['\u009b', 'controlCharacter'],
    ['x'.repeat(LONGEST_TEXT + 1), 'tooLong'],
    ['x'.repeat(LONGEST_TEXT), null],
    [' ', null],
    ['__proto__', null],
    ['👩‍🚀 naïve\u202e', null],
  ] as const)('%j: %s', (text, problem) => {
    expect(textProblem(text)).toBe(problem);
    expect(valueProblem(text)).toBe(text === '' ? null : problem);
  });
});

describe('normalising', () => {
  test.each([
    ['é', 'e\u0301', true],
    [' a ', 'a', true],
    ['a', 'A', false],
    ['ﬁ', 'fi', false],
    ['', ' ', true],
  ])('%j and %j: %s', (a, b, same) => {
    expect([sameAfterNormalising(a, b), sameAfterNormalising(b, a)]).toEqual([same, same]);
  });

  test('is true of a text and itself, and of its decomposed form', () => {
    fc.assert(fc.property(anyText, (text) => sameAfterNormalising(text, text.normalize('NFD'))));
  });
});

describe('folding', () => {
  test.each([
    ['Résumé', 'resume'],
    ['ＡＢＣ', 'abc'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['ﬁle', 'file'],
    ['Straße', 'strasse'],
    ['Żółw', 'zolw'],
    ['Tromsø', 'tromso'],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(folded(text)).toBe(expected);
  });

  test('twice is the same as once, and the beginning of a text folds to the beginning of it', () => {
    fc.assert(fc.property(anyText, (text) => folded(folded(text)) === folded(text)));
    const letters = fc.string({ unit: fc.constantFrom(...'aÄéΣςσİßﬁ ') });
    fc.assert(fc.property(letters, letters, (a, b) => folded(a + b).startsWith(folded(a))));
  });
});

describe('what is shown of foreign text', () => {
  test.each([
    ['plain', [{ kind: 'text', text: 'plain' }]],
    ['', []],
    [
      'a\u202egpj.exe',
      [
        { kind: 'text', text: 'a' },
        { kind: 'invisible', text: 'U+202E' },
        { kind: 'text', text: 'gpj.exe' },
      ],
    ],
    [
      '\u0000\ud800',
      [
        { kind: 'invisible', text: 'U+0000' },
        { kind: 'invisible', text: 'U+D800' },
      ],
    ],
    ['\u2028', [{ kind: 'invisible', text: 'U+2028' }]],
    ['\u{e0041}', [{ kind: 'invisible', text: 'U+E0041' }]],
    ['👩‍🚀क्‍ष', [{ kind: 'text', text: '👩‍🚀क्‍ष' }]],
  ])('%j', (text, parts) => {
    expect(visibleParts(text)).toEqual(parts);
  });

  test.each([
    ['pay\u00adpal', 'payU+00ADpal'],
    ['pay\u200cpal', 'payU+200Cpal'],
    ['pay\u200dpal', 'payU+200Dpal'],
    ['пер\u200dвый', 'перU+200Dвый'],
    ['\u200cname', 'U+200Cname'],
    ['invoice1\ufe0f.pdf', 'invoice1U+FE0F.pdf'],
    ['👩\u200d.png', '👩U+200D.png'],
    ['pay\u034fpal\u206e\u3164', 'payU+034FpalU+206EU+3164'],
    ['a\u{e0100}\u{e0fff}\ufff9', 'aU+E0100U+E0FFFU+FFF9'],
    ['می\u200c\u200cخواهم', 'می\u200cU+200Cخواهم'],
  ])('a twin of another name is told from it: %j', (name, shown) => {
    expect(visibleText(name)).toBe(shown);
  });

  test.each([
    'می\u200cخواهم',
    'क\u094d\u200dष',
    '👨\u200d👩\u200d👧\u200d👦',
    '👩🏽\u200d🚀',
    '🏳\ufe0f\u200d🌈',
    '❤\ufe0f',
    '☎\ufe0e',
    '1\ufe0f\u20e3',
    '葛\u{e0100}城',
    '\u{fa19}\ufe00',
    'ᠠ\u180b',
  ])('what holds its neighbours together stays: %s', (text) => {
    expect(visibleText(text)).toBe(text);
  });

  test('a part of a text is read after what stands before it', () => {
    expect(visibleParts('\u200cخواهم', 'می')).toEqual([{ kind: 'text', text: '\u200cخواهم' }]);
    expect(visibleParts('\u200cpal', 'pay')).toEqual(visibleParts('\u200cpal'));
  });

  test('loses nothing, and no part that reorders text is shown as text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parts = visibleParts(text);
        const whole = parts.map((part) =>
          part.kind === 'text' ? part.text : String.fromCodePoint(Number.parseInt(part.text.slice(2), 16)),
        );
        expect(whole.join('')).toBe(text);
        const shown = parts.filter(({ kind }) => kind === 'text').map((part) => part.text);
        expect(shown.join('')).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f]/);
      }),
    );
  });
});

test('a text in a sentence turns no word around it, and hides nothing', () => {
  expect(labelText('env\u202egpj')).toBe('envU+202Egpj');
  expect(labelText(`${'n'.repeat(250)}\u202e`)).toBe(`${'n'.repeat(200)}…`);
  expect(labelText('a\nb')).toBe('aU+000Ab');
});

test('a long text is cut between two characters, never within one', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('abcd', 3)).toBe('abc');
  expect(cutText('ab\u{1f600}d', 3)).toBe('ab');
  expect(cutText('a\u{1f600}bcd', 3)).toBe('a\u{1f600}');
  expect([labelText('short'), labelText('n'.repeat(1_000_000)).length]).toEqual(['short', 201]);
});
