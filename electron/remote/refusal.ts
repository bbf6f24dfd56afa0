import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { retryAfterMs } from '../../src/domain/service/backoff.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import { looksLikeHtml, type ContentKind } from './content-type.ts';
import { oneLine, type Scrub } from './redact-secrets.ts';
import { parseStrictly } from './strict-json.ts';

/** Whatever followed a status other than 2xx, in the service's words where there are any. */
export function refusalOf(response: Response, kind: ContentKind, body: string, scrub: Scrub): RemoteFailure {
  const said = kind === 'html' || kind === 'other' || looksLikeHtml(body) ? '' : oneLine(wordsIn(body), scrub);
  return {
    kind: 'answered',
    status: response.status,
    message: said === '' ? (STATUS_CODES[response.status] ?? 'no reason given') : said,
    requestId: requestIdIn(response.headers, scrub),
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), response.headers.get('date')),
  };
}

/** The service's name for this exchange, which its support asks for; null when the answer has none. */
export function requestIdIn(headers: Headers, scrub: Scrub): string | null {
  const given = oneLine(headers.get('x-request-id') ?? '', scrub);
  return given === '' ? null : given;
}

const details = z.union([z.string(), z.looseObject({}).transform((value) => JSON.stringify(value))]);
const shapes = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z
    .object({ error: z.object({ reason: z.string(), details: details.optional() }) })
    .transform(({ error }) => [error.reason, error.details].filter(Boolean).join(': ')),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
]);

/** Text that is none of the known shapes is shown as it came: a strange reason is better than none. */
function wordsIn(body: string): string {
  const parsed = parseStrictly(body);
  if (!parsed.ok) return body;
  const shaped = shapes.safeParse(parsed.value);
  if (shaped.success) return shaped.data;
  return typeof parsed.value === 'string' ? parsed.value : body;
}
