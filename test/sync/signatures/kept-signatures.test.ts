import { expect, test } from 'vitest';
import { httpService } from '../../../electron/remote/http-service.ts';
import { connectionA } from '../../support/builders.ts';
import { eventually } from '../../support/eventually.ts';
import { httpServer, type Script } from '../../support/http-server.ts';
import { cidOf, contentOf, SignatureWorld } from './signature-world.ts';

const signed =
  (world: () => SignatureWorld): Script =>
  ({ path }, response) => {
    const cid = path.split('/').at(-1) ?? '';
    const signature = world().fake.signatures.get(cid);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data: { cid, signature } }));
  };

const gatewayPage: Script = (_arrived, response) =>
  response.writeHead(404, { 'Content-Type': 'text/html' }).end('<html><body>404 Not Found</body></html>');

test('a verified signature stays when a gateway answers for the service that is down', async () => {
  let script: Script = signed(() => world);
  const { baseUrl } = await httpServer((arrived, response) => script(arrived, response));
  const world = new SignatureWorld({ service: httpService({ baseUrl, token: 'a-token' }) });
  world.putSigned(0, 1);
  world.know(0);
  const fetchAgain = () => world.fetches.begin(connectionA, [contentOf(0)], false);
  fetchAgain();
  await eventually(() => expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', failed: 0 }));
  await eventually(() => expect(world.status(0)).toBe('valid'));
  const stored = world.table.get(connectionA, 'public', cidOf(0));
  await world.clock.advance(1_000);
  script = gatewayPage;
  fetchAgain();
  await eventually(() => expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', done: 1 }));
  expect(world.table.get(connectionA, 'public', cidOf(0))).toEqual(stored);
  expect(world.fetches.state(connectionA)).toMatchObject({ failed: 1 });
});
