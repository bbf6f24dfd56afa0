import { expect, test } from 'vitest';
import { entryMessages } from '../../src/views/activity/activity-messages.ts';
import * as dryRun from '../../src/views/changes/dry-run/dry-run-messages.ts';
import { remedyMessages } from '../../src/views/changes/remedy/remedy-messages.ts';
import { inspectorMessages } from '../../src/views/files/files-messages.ts';
import { historyMessages } from '../../src/views/files/inspector/history-messages.ts';
import { metadataMessages } from '../../src/views/files/inspector/metadata-messages.ts';
import { summaryMessages } from '../../src/views/files/inspector/summary/summary-messages.ts';
import { frameMessages } from '../../src/views/frame/frame-messages.ts';
import * as audit from '../../src/views/keys/audit/audit-messages.ts';
import { libraryMessages } from '../../src/views/library/library-messages.ts';
import { paletteMessages } from '../../src/views/palette/palette-messages.ts';
import { speakGerman } from '../../src/views/german.ts';
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

test('a sentence beside a count fits one thing as well as many', () => {
  expect([entryMessages.filesGoneRest, summaryMessages.fullRest(11)]).toEqual([
    'No list had them any more, and a read of each one said the same.',
    'This service refused a record of 11 pairs before. A new key would be refused there.',
  ]);
});

// German takes the place of English for good: this test comes last.
test('one thing is one thing in German', () => {
  speakGerman();

  expect([
    frameMessages.copied.files(1),
    frameMessages.job.push(1, null),
    frameMessages.job.push(1, 3),
    dryRun.dryRunMessages.unlisted(1),
    remedyMessages.having(1, 3, 0),
    paletteMessages.staged.counts(oneChanges),
    audit.auditMessages.about(1),
    audit.serviceComparisonMessages.more(1),
    audit.keyAlertMessages.more(1),
    libraryMessages.keys.more(1),
    metadataMessages.more(1, 1),
    historyMessages.more(1),
  ]).toEqual([
    '1 Datei kopiert. Die Suche umfasst, was hier ist.',
    '1 Änderung gesendet.',
    '1 von 3 Änderungen gesendet.',
    '1 weitere, die gezählt und nicht aufgeführt ist',
    '1 von 3 hat ihn',
    '1 von 3 Dateien ändert sich · 1 würde abgelehnt',
    'Was der eine Schlüssel in Kraft darf. Widerrufene, aufgebrauchte und nicht mehr aufgelistete Schlüssel zählen nicht.',
    'und 1 weiterer',
    'und 1 weiterer Schlüssel',
    '1 weiterer Schlüssel',
    '1 weiteres anzeigen',
    '1 weiteren zeigen',
  ]);
});
