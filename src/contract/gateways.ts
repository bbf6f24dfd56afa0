import { z } from 'zod';
import { connection, connectionGateway } from '../domain/connections/connection.ts';
import { connectionId, fileKey } from '../domain/core/ids.ts';
import { pictureCheck, pictureProblem, pictureType } from '../domain/gateways/picture.ts';
import { channel } from './channel.ts';

const inConnection = z.object({ connectionId });
/** `evenPrivate`: the person asked for this very file, knowing that the gateway then learns its CID. */
const ofFile = inConnection.extend({ key: fileKey, evenPrivate: z.boolean() });

/** A picture of a file, or why there is none. */
export const gatewayImage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('image'),
    type: pictureType,
    /** The bytes in base64. */
    base64: z.string(),
    sizeBytes: z.number(),
    check: pictureCheck,
  }),
  z.object({ kind: z.literal('none'), problem: pictureProblem }),
]);
export type GatewayImage = Readonly<z.infer<typeof gatewayImage>>;

/** Channels of the gateway that a person set for a connection. Without one, none is asked anything. */
export const gatewayChannels = {
  /** Sets a gateway; null for none. Fails with `unfit` for an address that is none. */
  'gateways.choose': channel(
    inConnection.extend({ gateway: connectionGateway.extend({ address: z.string().max(2_000) }).nullable() }),
    connection,
  ),
  /** Shows a file in the person's browser, where the host can: the page names no address. */
  'gateways.open': channel(ofFile, z.object({ isOpened: z.boolean() })),
  /** Fetches the picture of a file. */
  'gateways.image': channel(ofFile, gatewayImage),
};
