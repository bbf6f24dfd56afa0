import { environmentFetch } from '../../electron/remote/environment-fetch.ts';
import { httpService } from '../../electron/remote/http-service.ts';
import { fileId } from '../../src/domain/core/ids.ts';

/** Asks for one file as the web host would, in a process of its own: certificates are read when one starts. */
const [baseUrl = '', id = ''] = process.argv.slice(2);
const service = httpService({
  baseUrl,
  token: process.env['ASKING_TOKEN'] ?? '',
  fetch: environmentFetch(process.env),
});
const answer = await service.readFile('public', fileId.parse(id), AbortSignal.timeout(20_000));
process.stdout.write(JSON.stringify(answer.ok ? { ok: true } : answer));
