import { httpService } from '../../electron/remote/http-service.ts';
import { fakeOverHttp } from './fake-over-http.ts';
import { serviceContract } from './service-contract.ts';

serviceContract('the fake', (fake) => fake);

serviceContract('over HTTP', async (fake) => {
  const { baseUrl } = await fakeOverHttp(fake);
  return httpService({ baseUrl, token: 'canary-token-0123456789' });
});
