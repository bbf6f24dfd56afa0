import { expect, test } from 'vitest';
import type { OutboxTable } from '../../../electron/database/outbox/outbox.ts';
import type { ChangeStatus } from '../../../src/domain/edits/edit.ts';
import {
  aChangeSet,
  accountRefA,
  accountRefB,
  anEdit,
  connectionA,
  connectionB,
  fileOf,
  uuid,
} from '../../support/builders.ts';

const move = (number: number, status: ChangeStatus) => ({
  ...{ editId: anEdit(number).id, field: 'name' as const, status },
});

/** What every queue says of a file that has edits. */
export function editedFilesContract(make: () => OutboxTable): void {
  test('have one number for one account, and a file shows its most urgent change', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, uuid(1)), anEdit(2, uuid(2))] }));
    outbox.enqueue(aChangeSet(2, { edits: [anEdit(3, uuid(1))] }));
    outbox.enqueue(aChangeSet(3, { accountRef: accountRefB, edits: [anEdit(4, uuid(1))] }));
    const file = (number: number) => outbox.editedFile(anEdit(number).id);
    const numbers = [1, 2, 3, 4].map((number) => file(number)?.number);
    expect(numbers[2]).toBe(numbers[0]);
    expect(new Set(numbers).size).toBe(3);
    outbox.update([move(1, 'settled'), move(2, 'settled'), move(3, 'refused'), move(4, 'gone')]);
    const words = { status: 400, message: 'too long', requestId: null, atMs: 1 };
    outbox.setRefusal(anEdit(3).id, words);
    expect(file(1)).toMatchObject({ state: 'refused', refusal: null, of: fileOf(uuid(1)) });
    expect(file(2)).toMatchObject({ state: 'onServer', changeSetId: aChangeSet(1).id });
    expect(file(3)).toMatchObject({ state: 'refused', refusal: 'too long', changeSetId: aChangeSet(2).id });
    expect(file(5)).toBeNull();
    expect(outbox.numbersToDecide(connectionA, accountRefA)).toEqual([numbers[0]]);
    expect(outbox.numbersToDecide(connectionA, accountRefB)).toEqual([numbers[3]]);
    expect(outbox.numbersToDecide(connectionB, accountRefA)).toEqual([]);
  });
}
