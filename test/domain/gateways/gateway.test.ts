import { expect, test } from 'vitest';
import { gatewayUrl, parseGateway, redirectOf } from '../../../src/domain/gateways/gateway.ts';

const V0 = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o';
const V1 = 'bafybeicg2rebjoofv4kbyovkw7af3rpiitvnl6i7ckcywaq6xjcxnc2mby';

test.for([
  ['https://gateway.example', 'https://gateway.example'],
  [' https://gateway.example/ipfs/ ', 'https://gateway.example'],
  ['https://gateway.example/files/ipfs', 'https://gateway.example/files'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://{cid}.ipfs.localhost:8080', 'http://{cid}.ipfs.localhost:8080'],
  ['http://{CID}.localhost:8080/', 'http://{cid}.localhost:8080'],
  ['http://ipfs.localhost:8080', 'http://ipfs.localhost:8080'],
  ['https://{cid}.ipfs.gateway.example/', 'https://{cid}.ipfs.gateway.example'],
  ['https://{CID}.gateway.example', 'https://{cid}.gateway.example'],
  ['https://gateway.example/ipfs/{cid}', 'https://gateway.example'],
  ['https://gateway.example/files/ipfs/{CID}/', 'https://gateway.example/files'],
] as const)('%s is a gateway', ([typed, address]) => {
  expect(parseGateway(typed)).toEqual({ ok: true, value: address });
});

test.for([
  ['gateway.example', 'notAnAddress'],
  ['ipfs://gateway.example', 'notAnAddress'],
  ['http://gateway.example', 'notHttps'],
  ['http://192.168.1.1', 'notHttps'],
  ['http://{cid}.gateway.example', 'notHttps'],
  ['http://{cid}.ipfs.localhost.evil.example', 'notHttps'],
  ['http://{cid}.evillocalhost', 'notHttps'],
  ['http://{cid}.127.0.0.1:8080', 'cidPlace'],
  ['http://{cid}.[::1]:8080', 'cidPlace'],
  ['https://{cid}.192.168.1.1', 'cidPlace'],
  ['https://me:secret@gateway.example', 'hasUserinfo'],
  ['https://gateway.example?token=1', 'hasQueryOrFragment'],
  ['file:///etc/passwd', 'notAnAddress'],
  ['https://gateway.example/{cid}', 'cidPlace'],
  ['https://www.{cid}.gateway.example', 'cidPlace'],
  ['https://{cid}.{cid}.gateway.example', 'cidPlace'],
  ['https://{cid}.ipfs.gateway.example/ipfs/{cid}', 'cidPlace'],
] as const)('%s is none: %s', ([typed, failure]) => {
  expect(parseGateway(typed)).toEqual({ ok: false, failure });
});

test('a content stands in the path, or in the first label, in the spelling that hosts keep', () => {
  expect(gatewayUrl('https://gateway.example', V0)).toBe(`https://gateway.example/ipfs/${V1}`);
  expect(gatewayUrl('https://{cid}.ipfs.gateway.example', V0)).toBe(`https://${V1}.ipfs.gateway.example`);
});

test('text of a service that is no CID never stands in an address', () => {
  for (const text of ['', 'pending', '../admin', '@evil.example', `${V1}/../x`, `${V1}?x`]) {
    expect(gatewayUrl('https://gateway.example', text)).toBeNull();
  }
});

test('a CID that no label of a host can hold has no place at a subdomain gateway', () => {
  const long =
    'bafkrgqg5v4i3jchlqvzadqt3tbe5umjqyfwwr4xhkxa6vtmvs5drm3rsfrzvvxvfvzs3f6aiyhk5ps6kqfrccbcbg4lmuqd4cw5xcjeic7mbs';
  expect(gatewayUrl('https://{cid}.gateway.example', long)).toBeNull();
});

const ASKED = 'https://gateway.example/ipfs/x';
test.for([
  ['https://x.ipfs.gateway.example/', 'https://x.ipfs.gateway.example/'],
  ['/ipfs/x/', 'https://gateway.example/ipfs/x/'],
  ['https://gateway.example/elsewhere', 'https://gateway.example/elsewhere'],
  ['http://gateway.example/ipfs/x', null],
  ['https://evil.example/', null],
  ['https://evilgateway.example/', null],
  ['https://127.0.0.1/', null],
  ['https://gateway.example:8443/', null],
  ['https://me@gateway.example/', null],
  ['file:///etc/passwd', null],
  ['http://', null],
] as const)('a redirect to %s leads to %s', ([location, target]) => {
  expect(redirectOf(ASKED, location)).toBe(target);
});
