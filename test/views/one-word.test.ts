import { expect, test } from 'vitest';
import { filesToDecide } from '../../src/domain/edits/edit.ts';
import * as bulk from '../../src/views/bulk/bulk-messages.ts';
import * as changes from '../../src/views/changes/changes-messages.ts';
import * as changesGerman from '../../src/views/changes/changes-messages.de.ts';
import * as columns from '../../src/views/files/columns-messages.ts';
import * as columnsGerman from '../../src/views/files/columns-messages.de.ts';
import * as dryRun from '../../src/views/changes/dry-run/dry-run-messages.ts';
import * as dryRunGerman from '../../src/views/changes/dry-run/dry-run-messages.de.ts';
import * as files from '../../src/views/files/files-messages.ts';
import * as filesGerman from '../../src/views/files/files-messages.de.ts';
import * as gateways from '../../src/views/gateways/gateway-messages.ts';
import { gatewayMessages as gatewayGerman } from '../../src/views/gateways/gateway-messages.de.ts';
import * as app from '../../src/views/messages/app-messages.ts';
import * as appGerman from '../../src/views/messages/app-messages.de.ts';
import * as palette from '../../src/views/palette/palette-messages.ts';
import * as paletteGerman from '../../src/views/palette/palette-messages.de.ts';
import * as recovery from '../../src/views/recovery/recovery-messages.ts';
import * as recoveryGerman from '../../src/views/recovery/recovery-messages.de.ts';

const inEnglish = { changes, files, gateways, app, palette, recovery };
const inGerman = {
  ...{ changes: changesGerman, files: filesGerman, gateways: { gatewayMessages: gatewayGerman } },
  ...{ app: appGerman, palette: paletteGerman, recovery: recoveryGerman },
};

test.each([
  ['English', inEnglish, 'Import table…', 'Try again', 'pinfold-waiting-edits.json'],
  ['German', inGerman, 'Tabelle importieren…', 'Erneut versuchen', 'pinfold-wartende-aenderungen.json'],
])('one thing has one name wherever it stands, in %s', (_language, words, importTable, tryAgain, file) => {
  const { changesMessages } = words.changes;
  const importing = [words.files.filesMessages, words.palette.commandTitles, changesMessages];
  expect(importing.map((messages) => messages.importTable)).toEqual([importTable, importTable, importTable]);
  const trying = [changesMessages.actions.retry, words.app.appMessages.tryAgain, words.gateways.gatewayMessages.again];
  expect(trying).toEqual([tryAgain, tryAgain, tryAgain]);
  expect([changesMessages.exportFile, words.recovery.recoveryMessages.exportFile]).toEqual([file, file]);
});

test('the dialog has the name of the command that opens it', () => {
  expect(`${bulk.bulkMessages.import.title}…`).toBe(palette.commandTitles.importTable);
});

test.each([
  ['English', files, columns, 'Added'],
  ['German', filesGerman, columnsGerman, 'Hinzugefügt'],
])('the time of a file has one name in a list, a filter and the inspector, in %s', (_language, words, list, added) => {
  const { filterMessages, inspectorMessages } = words;
  expect([list.columnsMessages.sort.created, filterMessages.field.created, inspectorMessages.created]).toEqual([
    added,
    added,
    added,
  ]);
});

test.each([
  ['English', changes, dryRun],
  ['German', changesGerman, dryRunGerman],
])('an edit of a file that is gone is looked for where it is listed, in %s', (_language, words, trial) => {
  // The list counts it among those that need the person: `filesToDecide`, and the tab of that name.
  expect(filesToDecide({ needsYou: 0, refused: 0, gone: 1 })).toBe(1);
  for (const said of [words.changesMessages.gone, trial.dryRunMessages.goneRest]) {
    expect(said).toContain(words.tabMessages.needsYou);
    expect(said).not.toContain(words.tabMessages.discarded);
  }
});
