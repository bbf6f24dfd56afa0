import { pageFiles } from '../../electron/hosting/page-files.ts';
import { openWebHost } from '../../electron/web-host/web-host.ts';
import { fakeCore, silentLog } from '../hosting/fake-core.ts';

// A web host in a process of its own, so that an error that nobody catches ends it as it would end the app.
const limits: unknown = JSON.parse(process.argv[2] ?? '{}');
const host = await openWebHost(
  { core: fakeCore(), files: pageFiles(import.meta.dirname), log: silentLog },
  0,
  limits as object,
);
process.send?.({ address: host.newAddress() });
process.on('message', () => {
  const resources = process.getActiveResourcesInfo();
  process.send?.({ sockets: resources.filter((name) => name === 'TCPSocketWrap').length });
});
