import { describe, expect, test } from 'vitest';
import { checkHistory } from './check-history.ts';
import {
  asked,
  decided,
  discarded,
  ended,
  historyOf,
  kindsIn,
  read,
  refusal,
  saved,
  wellMade,
  write,
} from './events.ts';

const [ann, ben] = ['ann', 'ben'];
const begun = [asked(ann, 'old', 'a1'), saved(ann, 'a1')];
const byBen = [...wellMade(ben, 'old', 'b1'), ended(ben, 'b1', 'applied')];

describe('an edit that is called applied', () => {
  test('has to be written after it was typed: an earlier time of the same value is none', () => {
    const first = [...wellMade(ann, 'old', 'a1'), ended(ann, 'a1', 'applied'), ...wellMade(ben, 'a1', 'b1')];
    const again = [ended(ben, 'b1', 'applied'), asked(ann, 'b1', 'a1'), saved(ann, 'a1', 'again')];
    expect(kindsIn([...first, ...again, ended(ann, 'again', 'applied')], 'b1')).toEqual(['lost']);
  });

  test('has to be written itself: an earlier value of the field stands in for no later one', () => {
    const typed = [asked(ann, 'old', 'a0'), saved(ann, 'a0'), asked(ann, 'a0', 'a1'), saved(ann, 'a1')];
    const sent = [read(ann, 'old'), write(ann, 'old', 'a0')];
    expect(kindsIn([...typed, ...sent, ended(ann, 'a0', 'applied'), ended(ann, 'a1', 'applied')], 'a0')).toEqual([
      'lost',
    ]);
  });

  test('may have gone out as a later value of the same person, or as what they decided', () => {
    const typed = [...begun, asked(ann, 'a1', 'a2'), saved(ann, 'a2')];
    const sent = [read(ann, 'old'), write(ann, 'old', 'a2')];
    expect(kindsIn([...typed, ...sent, ended(ann, 'a1', 'applied'), ended(ann, 'a2', 'applied')], 'a2')).toEqual([]);
    const byHand = [read(ann, 'b1'), decided(ann, 'b1', 'hand'), read(ann, 'b1'), write(ann, 'b1', 'hand')];
    expect(kindsIn([...begun, ...byBen, ...byHand, ended(ann, 'a1', 'applied')], 'hand')).toEqual([]);
  });

  test('was written by its own workstation: the same value from another one makes it no truth', () => {
    const both = [...begun, ...wellMade(ben, 'old', 'a1'), ended(ben, 'a1', 'applied')];
    expect(kindsIn([...both, ended(ann, 'a1', 'applied')], 'a1')).toEqual(['lost']);
    expect(kindsIn([...both, ended(ann, 'a1', 'alreadyThere')], 'a1')).toEqual([]);
  });

  test('may have been called unfinished before', () => {
    const told = [ended(ann, 'a1', 'unfinished'), ended(ann, 'a1', 'applied')];
    expect(kindsIn([...wellMade(ann, 'old', 'a1'), ...told], 'a1')).toEqual([]);
  });
});

test('an edit that is called already there is on the service at some time after it was typed', () => {
  expect(kindsIn([...begun, ...byBen, ended(ann, 'a1', 'alreadyThere')], 'b1')).toEqual(['lost']);
  const goneBefore = [...byBen, asked(ann, 'b1', 'old'), saved(ann, 'old'), ended(ann, 'old', 'alreadyThere')];
  expect(kindsIn(goneBefore, 'b1')).toEqual(['lost']);
});

test('an edit that is called discarded was given up by its person after they typed it', () => {
  const first = [asked(ann, 'old', 'a0'), saved(ann, 'a0'), discarded(ann, 'a0'), ended(ann, 'a0', 'discarded')];
  expect(kindsIn([...first, ...begun, ended(ann, 'a1', 'discarded')], 'old')).toEqual(['lost']);
  expect(kindsIn([...first, ...begun, discarded(ann, 'a1'), ended(ann, 'a1', 'discarded')], 'old')).toEqual([]);
  const decision = [read(ann, 'b1'), decided(ann, 'b1', 'b1'), ended(ann, 'a1', 'discarded')];
  expect(kindsIn([...begun, ...byBen, ...decision], 'b1')).toEqual([]);
});

test('an edit that is called discarded may have been refused and typed anew, before its refusal or after it', () => {
  const anew = [asked(ann, 'a1', 'a2'), saved(ann, 'a2')];
  const sent = [read(ann, 'old'), write(ann, 'old', 'a2'), ended(ann, 'a1', 'discarded'), ended(ann, 'a2', 'applied')];
  expect(kindsIn([...begun, refusal(ann, 'a1'), ...anew, ...sent], 'a2')).toEqual([]);
  expect(kindsIn([...begun, ...anew, refusal(ann, 'a1'), ...sent], 'a2')).toEqual([]);
  expect(kindsIn([...begun, ...anew, ...sent], 'a2')).toEqual(['lost']);
  expect(kindsIn([refusal(ann, 'a0'), ...begun, ...anew, ...sent], 'a2')).toEqual(['lost']);
  expect(kindsIn([...begun, refusal(ann, 'a1'), ended(ann, 'a1', 'discarded')], 'old')).toEqual(['lost']);
});

test('edits that are called discarded may lead back to the value below, where somebody else has written meanwhile', () => {
  const there = [asked(ann, 'old', 'a1'), saved(ann, 'a1')];
  const back = [asked(ann, 'a1', 'old'), saved(ann, 'old')];
  const told = [ended(ann, 'a1', 'discarded'), ended(ann, 'old', 'discarded')];
  expect(kindsIn([...there, ...byBen, ...back, ...told], 'b1')).toEqual([]);
  expect(kindsIn([...there, ...back, ...told], 'old')).toEqual(['lost', 'lost']);
  const elsewhere = [asked(ann, 'a1', 'a2'), saved(ann, 'a2')];
  const both = [ended(ann, 'a1', 'discarded'), ended(ann, 'a2', 'discarded')];
  expect(kindsIn([...there, ...byBen, ...elsewhere, ...both], 'b1')).toEqual(['lost', 'lost']);
});

test('an edit that is called refused was refused by the service after it was typed', () => {
  const told = ended(ann, 'a1', 'refused');
  expect(kindsIn([...begun, told], 'old')).toEqual(['lost']);
  expect(kindsIn([refusal(ann, 'a0'), ...begun, told], 'old')).toEqual(['lost']);
  expect(kindsIn([...begun, refusal(ann, 'a1'), told], 'old')).toEqual([]);
});

test('no edit is saved in another spelling or gone: the service of these runs does neither', () => {
  expect(kindsIn([...wellMade(ann, 'old', 'a1'), ended(ann, 'a1', 'savedAs')], 'a1')).toEqual(['lost']);
  expect(kindsIn([...begun, ended(ann, 'a1', 'gone')], 'old')).toEqual(['lost']);
});

test('a removal may take effect again: it has no value to tell it by', () => {
  const removal = (base: string, set: string) => [
    ...[asked(ann, base, null), saved(ann, null, set), read(ann, base), write(ann, base, null)],
    ended(ann, set, 'applied'),
  ];
  const between = [...wellMade(ben, null, 'b1'), ended(ben, 'b1', 'applied')];
  expect(kindsIn([...removal('old', 'first'), ...between, ...removal('b1', 'second')], null)).toEqual([]);
});

describe('a value that an update overwrites', () => {
  test('was seen when it was an own earlier one', () => {
    const typed = [...begun, asked(ann, 'old', 'a2'), saved(ann, 'a2')];
    const sent = [read(ann, 'old'), write(ann, 'old', 'a1'), read(ann, 'a1'), write(ann, 'a1', 'a2')];
    expect(kindsIn([...typed, ...sent, ended(ann, 'a1', 'applied'), ended(ann, 'a2', 'applied')], 'a2')).toEqual([]);
  });

  test('was not seen in another file', () => {
    const inOther = { ...asked(ann, 'b1', 'a1'), file: 'g' };
    const sent = [read(ann, 'b1'), write(ann, 'b1', 'a1'), ended(ann, 'a1', 'applied')];
    expect(kindsIn([inOther, ...begun, ...byBen, ...sent], 'a1')).toEqual(['overwritten']);
  });

  test('did not come between a read and its update when the read had already shown news', () => {
    const twice = [...byBen, read(ann, 'b1'), ...wellMade(ben, 'b1', 'b2'), ended(ben, 'b2', 'applied')];
    expect(kindsIn([...begun, ...twice, write(ann, 'b2', 'a1'), ended(ann, 'a1', 'applied')], 'a1')).toEqual([
      'overwritten',
    ]);
  });

  test('did not come between a read and its update when an answer to another update came since', () => {
    const sent = [...wellMade(ann, 'old', 'a1'), ended(ann, 'a1', 'applied')];
    const over = [...wellMade(ben, 'a1', 'b1'), ended(ben, 'b1', 'applied'), write(ann, 'b1', 'a1')];
    expect(kindsIn([...sent, ...over], 'a1')).toEqual(['doubled', 'overwritten']);
  });
});

describe('a field that nobody at the workstation touched', () => {
  test('may get back what the read had, when somebody changed it before the update', () => {
    const events = [read(ann, 'old'), ...byBen, write(ann, 'b1', 'old')];
    expect(checkHistory(historyOf(events, 'old'))).toMatchObject({ faults: [], raced: 1 });
  });

  test('gets no other value', () => {
    expect(kindsIn([read(ann, 'old'), ...byBen, write(ann, 'b1', 'made up')], 'made up')).toEqual(['unasked']);
    const typed = [...wellMade(ann, 'old', 'a1'), ended(ann, 'a1', 'applied')];
    expect(kindsIn([...typed, read(ann, 'a1'), write(ann, 'a1', 'made up')], 'made up')).toEqual(['unasked']);
  });
});
