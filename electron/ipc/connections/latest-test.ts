import type { ConnectionTest } from '../../../src/contract/connections.ts';
import { cleanToken } from '../../../src/domain/connections/connection.ts';
import { parseBaseUrl } from '../../../src/domain/connections/typed-address.ts';
import { sampleFile, type UpdateTrial } from '../../../src/domain/connections/update-trial.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import type { Probed } from '../../sync/connection/probe.ts';
import { badAddress, badToken, serviceFailure } from './connection-failures.ts';
import { type HandlerContext, notFound } from '../handler-context.ts';

type Context = Pick<HandlerContext, 'probeAt' | 'tryUpdateAt'>;
type Typed = { readonly baseUrl: string; readonly token: string };

/** What one token may do at one address. */
type Tested = Typed & {
  readonly found: Probed;
  /** A file that the test saw, on which an update may be tried. */
  readonly sample: FileRecord | null;
};

/** The latest connection test. A connection that is added with the same address and token takes over what it found. */
export class LatestTest {
  readonly #context: Context;
  #tested: Tested | null = null;
  #runs = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  async run(typed: Typed): Promise<Result<ConnectionTest, Failure>> {
    const run = ++this.#runs;
    const tested = await test(this.#context, typed);
    // A test that was begun later may be over: what is typed by now is that one's.
    if (run === this.#runs) this.#tested = tested.ok ? tested.value : null;
    return tested.ok ? ok(shownOf(tested.value)) : tested;
  }

  /** Sends an update without fields of the file that the test saw. */
  async tryUpdate(typed: Typed): Promise<Result<UpdateTrial, Failure>> {
    const tested = this.#tested;
    if (tested === null || tested.sample === null || !isOf(tested, typed)) return fail(notFound);
    const tried = await this.#context.tryUpdateAt(tested.baseUrl, tested.token, tested.sample);
    if (!tried.ok) return fail(serviceFailure(tried.failure));
    const found = { ...tested.found, updates: tried.value.updates };
    if (this.#tested === tested) this.#tested = { ...tested, found };
    return tried;
  }

  /** @returns what the test found, once; null for another address or token */
  take(typed: Typed): Probed | null {
    const tested = this.#tested;
    this.#tested = null;
    return tested !== null && isOf(tested, typed) ? tested.found : null;
  }
}

async function test({ probeAt }: Context, typed: Typed): Promise<Result<Tested, Failure>> {
  const baseUrl = parseBaseUrl(typed.baseUrl);
  if (!baseUrl.ok) return fail(badAddress(baseUrl.failure));
  const token = cleanToken(typed.token);
  if (token === null) return fail(badToken);
  const found = await probeAt(baseUrl.value, token);
  if (!found.ok) return fail(serviceFailure(found.failure));
  return ok({ baseUrl: baseUrl.value, token, found: found.value.may, sample: found.value.sample });
}

function isOf(tested: Typed, { baseUrl, token }: Typed): boolean {
  const address = parseBaseUrl(baseUrl);
  return address.ok && address.value === tested.baseUrl && cleanToken(token) === tested.token;
}

const shownOf = ({ baseUrl, found, sample }: Tested): ConnectionTest => ({
  host: new URL(baseUrl).host,
  ...found,
  sample: sample === null ? null : sampleFile.parse(sample),
});
