import { describe, expect, test } from 'vitest';
import { httpService } from '../../electron/remote/http-service.ts';
import { fileId } from '../../src/domain/ids.ts';
import { answering, httpServer } from '../support/http-server.ts';

const token = 'canary-token-0123456789';
const id = fileId.parse('0191a1b2-0000-7000-8000-000000000001');
const never = new AbortController().signal;
const row = {
  id,
  name: 'a.pdf',
  cid: 'bafy',
  size: 5,
  number_of_files: 1,
  mime_type: 'x/y',
  group_id: null,
  keyvalues: { a: '1' },
  created_at: '2024-08-27T14:57:51.485934Z',
  extra: [1],
};
const file = {
  record: {
    network: 'public',
    id,
    name: 'a.pdf',
    cid: 'bafy',
    sizeBytes: 5,
    numberOfFiles: 1,
    mimeType: 'x/y',
    groupId: null,
    keyvalues: [['a', '1']],
    createdAt: '2024-08-27T14:57:51.485934Z',
  },
  raw: JSON.stringify(row),
  keyvalues: new Map([['a', '1']]),
};

describe('calls', () => {
  test('an update puts the body as it is, with the token and the content type', async () => {
    const server = await httpServer(answering(200, { data: row }));
    const service = httpService({ baseUrl: server.baseUrl, token });
    expect(await service.updateFile('public', id, '{"name":"a.pdf"}', never)).toEqual({ ok: true, value: file });
    const [put] = server.arrived;
    expect(put).toMatchObject({
      method: 'PUT',
      path: `/v3/files/public/${id}`,
      body: '{"name":"a.pdf"}',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': 'application/json' },
    });
  });
});
