import { Hono } from 'hono';
import { jsonAnswer, Refusal } from '../answers.ts';
import { authorise } from '../authorise.ts';
import type { Json } from '../json.ts';
import { isNetwork, type StoredFile } from '../tables/records.ts';
import { signContent, wallets } from '../seed/wallets.ts';
import type { PracticeEnv, ServiceParts } from '../context.ts';
import type { Switches } from '../faults/fault-settings.ts';

/** Get Signature for a CID: section 4.1 of the interface. */
export function signatureRoutes(parts: ServiceParts): Hono<PracticeEnv> {
  return new Hono<PracticeEnv>().get('/:network/signature/:cid', authorise(parts, 'org:files:read'), (request) => {
    const { network, cid } = request.req.param();
    if (!isNetwork(network)) throw new Refusal(404, 'there is no such network');
    const first = parts.files.firstUpload(cid, network);
    return jsonAnswer({ data: signatureOf(first, parts.board.now) });
  });
}

function signatureOf(first: StoredFile | null, switches: Switches): Json {
  const wallet = first && first.signer !== null ? wallets[first.signer] : undefined;
  if (first && wallet)
    return { cid: first.cid, signature: signContent(wallet, first.cid, signedDate(first, switches)) };
  switch (switches.unsignedAnswer) {
    case 'notFound':
      throw new Refusal(404, 'the CID is not signed');
    case 'nullData':
      return null;
    case 'emptyData':
      return {};
  }
}

function signedDate(file: StoredFile, { signatureDate }: Switches): string {
  return signatureDate === 'asStored' ? file.createdAt : new Date(file.createdAt).toISOString();
}
