import { expect, test } from 'vitest';
import { entryMessages } from '../../src/views/activity/activity-messages.ts';
import * as dryRun from '../../src/views/changes/dry-run/dry-run-messages.ts';
import { dryRunMessages as dryRunGerman } from '../../src/views/changes/dry-run/dry-run-messages.de.ts';
import { remedyMessages } from '../../src/views/changes/remedy/remedy-messages.ts';
import { remedyMessages as remedyGerman } from '../../src/views/changes/remedy/remedy-messages.de.ts';
import { inspectorMessages } from '../../src/views/files/files-messages.ts';
import { metadataMessages as metadataGerman } from '../../src/views/files/inspector/metadata-messages.de.ts';
import { summaryMessages } from '../../src/views/files/inspector/summary/summary-messages.ts';
import { summaryMessages as summaryGerman } from '../../src/views/files/inspector/summary/summary-messages.de.ts';
import { frameMessages } from '../../src/views/frame/frame-messages.ts';
import { frameMessages as frameGerman } from '../../src/views/frame/frame-messages.de.ts';
import * as audit from '../../src/views/keys/audit/audit-messages.ts';
import { paletteMessages } from '../../src/views/palette/palette-messages.ts';
import { connectionMessages } from '../../src/views/settings/settings-messages.ts';

const compared = { requests: 1, isWhole: false, found: 1, same: 1, setAside: 0, onlyThere: [], onlyHere: [] } as never;
const oneChanges = { files: 3, changed: 1, unfit: 1 };

test('one thing is one thing in English', () => {
  expect([
    frameMessages.copied.files(1),
    frameMessages.copied.keys(1),
    frameMessages.job.files(1, null),
    frameMessages.job.import(1, null),
    frameMessages.job.push(1, null),
    frameMessages.job.push(1, 3),
    inspectorMessages.sizeRest(1),
    dryRun.dryRunMessages.unlisted(1),
    remedyMessages.having(1, 3, 0),
    paletteMessages.staged.counts(oneChanges),
    connectionMessages.toConflicts(1),
    audit.auditMessages.about(1),
    audit.serviceComparisonMessages.rest(compared),
  ]).toEqual([
    '1 file copied. Search covers what is here.',
    '1 API key copied.',
    '1 file checked.',
    '1 id fetched.',
    '1 change sent.',
    '1 of 3 changes sent.',
    '1 byte',
    '1 more, which is counted and not listed',
    '1 of 3 has it',
    '1 of 3 files changes · 1 would be refused',
    'Show the 1 conflict that waits',
    'What the 1 key in force may do, the riskiest first. Revoked, used-up and no longer listed keys do not count.',
    'Asked with its own filters only, in 1 request. Of the first 1 key, 1 is here too.',
  ]);
});

test('one thing is one thing in German', () => {
  expect([
    frameGerman.copied.files(1),
    frameGerman.job.push(1, null),
    frameGerman.job.push(1, 3),
    dryRunGerman.unlisted(1),
    remedyGerman.having(1, 3, 0),
    metadataGerman.more(1, 1),
  ]).toEqual([
    '1 Datei kopiert. Die Suche umfasst, was hier ist.',
    '1 Änderung gesendet.',
    '1 von 3 Änderungen gesendet.',
    '1 weitere, die gezählt und nicht aufgeführt ist',
    '1 von 3 hat ihn',
    '1 weiteres anzeigen',
  ]);
});

test('what stands beside a count fits it', () => {
  const said = ({ state, verdict }: Pick<typeof spoken, 'state' | 'verdict'>): readonly string[] =>
    [1, 2].flatMap((files) => [
      state('needsYou', files),
      state('waiting', files),
      ...(['wouldApply', 'conflict', 'wouldGiveWay', 'refused', 'unread'] as const).map((one) => verdict(one, files)),
    ]);
  const spoken = { state: summaryMessages.state, verdict: dryRun.dryRunMessages.counted };
  expect(said(spoken)).toEqual([
    ...['1 needs you', '1 waiting'],
    ...['would apply', 'would need you', 'would give way', 'would be refused', 'could not be read'],
    ...['2 need you', '2 waiting'],
    ...['would apply', 'would need you', 'would give way', 'would be refused', 'could not be read'],
  ]);
  expect(said({ state: summaryGerman.state, verdict: dryRunGerman.counted })).toEqual([
    ...['1 zu klären', '1 wartet'],
    ...['ginge durch', 'wäre zu klären', 'würde weichen', 'würde abgelehnt', 'war nicht lesbar'],
    ...['2 zu klären', '2 warten'],
    ...['gingen durch', 'wären zu klären', 'würden weichen', 'würden abgelehnt', 'waren nicht lesbar'],
  ]);
});

test('a sentence beside a count fits one thing as well as many', () => {
  expect([entryMessages.filesGoneRest, summaryMessages.fullRest(11)]).toEqual([
    'No list had them any more, and a read of each one said the same.',
    'This service refused a record of 11 pairs before. A new key would be refused there.',
  ]);
});
