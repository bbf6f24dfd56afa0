import { expect, test } from 'vitest';
import type { HandlerContext } from '../../electron/ipc/handler-context.ts';
import { signatureHandlers } from '../../electron/ipc/signatures/signature-handlers.ts';
import type { SignatureRow } from '../../src/domain/signatures/signature-record.ts';
import { connectionA } from '../support/builders.ts';

const filter = { status: null, signer: null };

/** A report over so many signatures, and how many of them were spelled at each pause. */
async function reported(count: number, format: 'csv' | 'json') {
  const atPauses: number[] = [];
  let spelled = 0;
  const rows = Array.from({ length: count }, (_, at): SignatureRow => {
    const row: SignatureRow = {
      ...{
        network: 'public' as const,
        cid: `cid ${at}`,
        signature: null,
        fetchedAtMs: at,
        status: 'notSigned' as const,
      },
      ...{ address: null, date: null, checkedAtMs: null, file: null, files: 0 },
    };
    return Object.defineProperty(row, 'files', { get: () => ((spelled += 1), 1) });
  });
  const context = {
    signatures: { every: async () => rows, signers: { list: () => [] } },
    clock: { yieldToEventLoop: async () => void atPauses.push(spelled) },
  } as unknown as HandlerContext;
  const answer = await signatureHandlers(context)['signatures.report']({ connectionId: connectionA, filter, format });
  return { atPauses, text: answer.ok ? answer.value.text : '' };
}

test.each(['csv', 'json'] as const)(
  'other questions are answered while thousands of rows of %s are spelled',
  async (of) => {
    expect((await reported(250, of)).atPauses).toEqual([100, 200]);
  },
);

test('the parts of a report are one list in JSON, as many as they are, and one table with one head', async () => {
  for (const count of [0, 1, 250]) {
    const { text } = await reported(count, 'json');
    const lines: unknown = JSON.parse(text);
    expect(lines).toMatchObject(Array.from({ length: count }, (_, at) => ({ cid: `cid ${at}`, files: '1' })));
    expect(text).toBe(JSON.stringify(lines, null, 2));
    const table = (await reported(count, 'csv')).text.split('\r\n');
    expect([table.length, table[0]?.startsWith('cid,network'), table.at(-1)]).toEqual([count + 2, true, '']);
    expect(table.slice(1, -1).map((line) => line.split(',')[0])).toEqual(
      Array.from({ length: count }, (_, at) => `cid ${at}`),
    );
  }
});
