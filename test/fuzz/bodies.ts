import fc from 'fast-check';
import { httpService } from '../../electron/remote/http-service.ts';
import type { Service } from '../../electron/remote/service.ts';
import { fileId } from '../../src/domain/core/ids.ts';
import { hostileText, mutatedFrom } from './hostile.ts';
import type { FuzzTarget } from './target.ts';

/** A token that must come back in no failure, whatever a service answers with. */
const CANARY = 'canary-token-3f9a6c1e';

const text = fc.oneof(hostileText, fc.string({ maxLength: 12 }));
const pairs = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean()), { maxKeys: 4 });
const file = fc.record({
  id: fc.uuid(),
  name: fc.option(text),
  cid: fc.constantFrom('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy', 'pending', ''),
  size: fc.nat(),
  number_of_files: fc.nat({ max: 9 }),
  mime_type: fc.option(text),
  group_id: fc.option(fc.uuid()),
  keyvalues: fc.option(pairs),
  created_at: fc.constantFrom('2026-11-01T10:00:00.000Z', 'yesterday', ''),
});
const key = fc.record({
  id: fc.uuid(),
  name: text,
  key: text,
  max_uses: fc.option(fc.nat()),
  uses: fc.nat(),
  revoked: fc.boolean(),
  scopes: fc.record({ admin: fc.boolean(), endpoints: fc.constant({}) }),
  createdAt: fc.constant('2026-11-01T10:00:00.000Z'),
});
const rightBody = fc.oneof(
  fc.record({ data: file }),
  fc.record({ data: fc.record({ files: fc.array(file, { maxLength: 4 }), next_page_token: fc.option(text) }) }),
  fc.record({ keys: fc.array(key, { maxLength: 4 }), count: fc.nat({ max: 9 }) }),
  fc.record({ data: fc.record({ cid: text, signature: fc.option(text) }) }),
  fc.record({ error: fc.record({ code: fc.integer(), message: fc.oneof(text, fc.constant(`Bearer ${CANARY}`)) }) }),
);

type HostileAnswer = {
  readonly ask: number;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: Uint8Array;
};

/** The text as JSON writes it, cut short, with bytes of its own inside, or doubled. */
const bodyBytes: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    mutatedFrom(rightBody),
    fc.constantFrom('whole', 'whole', 'whole', 'cut', 'bytes', 'twice'),
    fc.nat(),
    fc.uint8Array({ maxLength: 6 }),
  )
  .map(([value, how, place, bytes]) => {
    const whole = new TextEncoder().encode(JSON.stringify(value) ?? '');
    const at = whole.length === 0 ? 0 : place % whole.length;
    if (how === 'cut') return whole.slice(0, at);
    if (how === 'bytes') return new Uint8Array([...whole.slice(0, at), ...bytes, ...whole.slice(at)]);
    return how === 'twice' ? new Uint8Array([...whole, ...whole]) : whole;
  });

const answers: fc.Arbitrary<HostileAnswer> = fc.record({
  ask: fc.nat({ max: 4 }),
  status: fc.constantFrom(200, 200, 200, 200, 201, 400, 401, 404, 409, 429, 500, 503),
  contentType: fc.constantFrom(
    'application/json',
    'application/json',
    'application/json',
    'text/html',
    'text/plain',
    null,
  ),
  body: bodyBytes,
});

const ID = fileId.parse('0193fd1e-0000-7000-8000-000000000001');

function asked(service: Service, ask: number): Promise<{ readonly ok: boolean }> {
  const { signal } = new AbortController();
  const asks = [
    () => service.listFiles('public', null, 100, signal),
    () => service.readFile('public', ID, signal),
    () => service.updateFile('public', ID, '{"name":"a"}', signal),
    () => service.listKeys(0, null, signal),
    () => service.signature('public', 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy', signal),
  ];
  return (asks[ask % asks.length] ?? asks[0]!)();
}

/** Bodies of the service: every one is a result, and the token is in no failure. */
export const serviceBodies: FuzzTarget<HostileAnswer> = {
  name: 'service bodies',
  inputs: answers,
  judge: async ({ ask, status, contentType, body }) => {
    const headers = contentType === null ? {} : { 'content-type': contentType };
    const fetch = () => Promise.resolve(new Response(new Uint8Array(body), { status, headers }));
    const service = httpService({ baseUrl: 'https://service.example/v3', token: CANARY, fetch });
    const result = await asked(service, ask);
    return !result.ok && JSON.stringify(result).includes(CANARY) ? 'the token is in the failure' : null;
  },
};
