import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../src/domain/core/result.ts';
import { checkableOf, contentOfBlock, isDigestOf } from '../../src/domain/gateways/content-check.ts';
import {
  type FetchedPicture,
  type PictureCheck,
  pictureLimits,
  type PictureProblem,
  pictureTypeOf,
} from '../../src/domain/gateways/picture.ts';
import { askGateway, type GatewayLimits } from './gateway-request.ts';
import { pixelsOf } from './picture-size.ts';

type Checked = { readonly bytes: Uint8Array; readonly check: PictureCheck };

type GatewayPorts = {
  readonly fetch: typeof globalThis.fetch;
  readonly nowMs: () => number;
  /** Tests shorten them. */
  readonly limits?: GatewayLimits;
};

const MINUTE_MS = 60_000;

/** Fetches pictures from gateways: one at a time, the latest wins. */
export class GatewayImages {
  readonly #fetch: typeof globalThis.fetch;
  readonly #nowMs: () => number;
  readonly #limits: GatewayLimits;
  #running = new AbortController();
  #askedAtMs: readonly number[] = [];

  constructor({ fetch, nowMs, limits = pictureLimits }: GatewayPorts) {
    this.#fetch = fetch;
    this.#nowMs = nowMs;
    this.#limits = limits;
  }

  /** @param cid whose content the address names */
  async fetch(url: string, cid: string): Promise<Result<FetchedPicture, PictureProblem>> {
    const nowMs = this.#nowMs();
    // A clock that was set back makes the requests of before lie ahead.
    this.#askedAtMs = this.#askedAtMs.filter((atMs) => atMs <= nowMs && nowMs - atMs < MINUTE_MS);
    if (this.#askedAtMs.length >= this.#limits.perMinute) return fail('tooMany');
    this.#askedAtMs = [...this.#askedAtMs, nowMs];
    this.#running.abort();
    const { signal } = (this.#running = new AbortController());
    const block = checkableOf(cid) === 'block' ? await this.#block(url, cid, signal) : null;
    const content = block ?? (await this.#content(url, cid, signal));
    if (!content.ok) return content;
    const { bytes, check } = content.value;
    const type = pictureTypeOf(bytes);
    if (type === null) return fail('notAnImage');
    const pixels = pixelsOf(type, bytes);
    if (pixels === null) return fail('notAnImage');
    return pixels > this.#limits.pixels ? fail('tooManyPixels') : ok({ type, bytes, check });
  }

  /**
   * Asks for the block of the CID itself (IPFS, "Trustless Gateway Specification"), whose hash is checked.
   *
   * @returns null where the block alone is not the content, or the gateway hands out no blocks
   */
  async #block(url: string, cid: string, signal: AbortSignal): Promise<Result<Checked, PictureProblem> | null> {
    const asked = await askGateway(this.#fetch, `${url}?format=raw`, this.#limits, signal);
    if (!asked.ok) return asked.failure === 'refused' || asked.failure === 'tooLarge' ? null : asked;
    const { bytes, isBlock } = asked.value;
    if (!isDigestOf(cid, sha256(bytes))) return isBlock ? fail('differs') : null;
    const content = contentOfBlock(bytes);
    return content === null ? null : ok({ bytes: content, check: 'matches' });
  }

  async #content(url: string, cid: string, signal: AbortSignal): Promise<Result<Checked, PictureProblem>> {
    const asked = await askGateway(this.#fetch, url, this.#limits, signal);
    if (!asked.ok) return asked;
    const { bytes } = asked.value;
    if (checkableOf(cid) !== 'bytes') return ok({ bytes, check: 'notChecked' });
    return isDigestOf(cid, sha256(bytes)) ? ok({ bytes, check: 'matches' }) : fail('differs');
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
