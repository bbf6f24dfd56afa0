import { expect, test } from 'vitest';
import { gatewayMessages as german } from '../../src/views/gateways/gateway-messages.de.ts';
import { gatewayMessages } from '../../src/views/gateways/gateway-messages.ts';

test('a picture that was not checked is not said to be of several blocks: a gateway may hand out none, or a CID have another hash', () => {
  expect([gatewayMessages.checks.notChecked, german.checks.notChecked]).toEqual([
    'Not checked: what came cannot be compared with this CID.',
    'Nicht geprüft: Was kam, lässt sich nicht mit dieser CID vergleichen.',
  ]);
});
