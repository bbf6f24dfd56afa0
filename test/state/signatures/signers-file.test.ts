import { expect, test } from 'vitest';
import { LONGEST_SIGNER_LIST } from '../../../src/contract/signatures.ts';
import { ok } from '../../../src/domain/core/result.ts';
import { SignersState } from '../../../src/state/signatures/signers.svelte.ts';
import { aChosenFile, longFile, lostFile } from '../../support/chosen-files.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { signerProblemMessage } from '../../../src/views/settings/signers/signers-messages.ts';
import { portsOf } from '../ports.ts';

test('a list of signers that is too long or cannot be read is refused before anything is asked', async () => {
  const bridge = fakeBridge({ 'signers.import': () => ok({ signers: [], taken: 1, problems: [], problemCount: 0 }) });
  const signers = new SignersState(portsOf(bridge));
  const refused = (problem: string) => ({ kind: 'unfit', what: 'list', problem });
  await signers.bringFile(longFile(3 * LONGEST_SIGNER_LIST + 1));
  expect(signers.failure).toEqual(refused('tooLong'));
  await signers.bringFile(lostFile);
  expect([signers.failure, bridge.asked]).toEqual([refused('unread'), []]);
  await signers.bringFile(aChosenFile('address,label\n'));
  expect([signers.failure, signers.imported?.taken]).toEqual([null, 1]);
});

test('a list of signers that Excel saved in the encoding of the system is refused, and no label with a wrong letter is kept', async () => {
  const bridge = fakeBridge({ 'signers.import': () => ok({ signers: [], taken: 1, problems: [], problemCount: 0 }) });
  const signers = new SignersState(portsOf(bridge));
  const list = 'address,label\r\n0x52908400098527886E0F7030069857D2E4169EE7,M\xfcller\r\n';
  await signers.bringFile(aChosenFile(Uint8Array.from(list, (letter) => letter.charCodeAt(0))));
  expect(signers.failure).toEqual({ kind: 'unfit', what: 'list', problem: 'notText' });
  expect([bridge.asked, signerProblemMessage('notText')]).toEqual([[], expect.stringContaining('UTF-8')]);
});

test('what a person types on while a signer is added stays, and what was added goes', async () => {
  const added = later<'signers.put'>();
  const signers = new SignersState(portsOf(fakeBridge({ 'signers.put': () => added.reply })));
  signers.address = '0x52908400098527886E0F7030069857D2E4169EE7';
  signers.label = 'Ember';
  const adding = signers.add();
  signers.address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
  added.arrive({ signers: [] });
  await adding;
  expect([signers.address, signers.label]).toEqual(['0x8617E340B3D01FA5F11F306F4090FD50E238070D', '']);
});
