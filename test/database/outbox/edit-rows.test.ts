import { expect, test } from 'vitest';
import { changeToRow, checksumOf, editChecksum } from '../../../electron/database/outbox/edit-rows.ts';
import { changeSetChecksum } from '../../../electron/database/outbox/enqueue.ts';
import { accountRefA, aChange, aChangeSet, anEdit, connectionA, uuid } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

test('checksums are those that earlier releases wrote, so that their rows are still as written', () => {
  const set = aChangeSet(1);
  const { origin, account } = accountRefA;
  const place = [set.id, connectionA, origin, account, 'public', uuid(1), set.createdAtMs];
  const changes = [{ field: 'name' }, { field: 'key:env' }];
  expect({
    parts: checksumOf([set.id, 'ü', null]),
    set: changeSetChecksum(set),
    edit: editChecksum({ id: anEdit(1).id, seq: 1, changes }, place),
    change: changeToRow(aChange()).checksum,
  }).toEqual({
    parts: '06eb2c74770ed8b4',
    set: '74d1b2e01a025baa',
    edit: 'dd6c8538571f7214',
    change: '5b34ee5ace5f989b',
  });
});

test('a search finds a change by its key, its base and its wanted value, each by itself', () => {
  const text = (given: Parameters<typeof aChange>[0]) => changeToRow(aChange(given)).search_text;
  expect(text({ field: 'key:Env', base: 'Prod', mine: 'Test' })).toBe('env\nprod\ntest');
  expect(text({ base: null, mine: null })).toBe('\n\n');
});

test('an edit that is not there is none', () => {
  expect(anOutbox().outbox.edit(anEdit(1).id)).toBeNull();
});
