import { bytes, count } from '../../components/format.ts';
import type { GatewayProblem } from '../../domain/gateways/gateway.ts';
import type { PictureCheck, PictureProblem } from '../../domain/gateways/picture.ts';
import { pictureLimits } from '../../domain/gateways/picture.ts';
import { baseUrlProblemMessages } from '../messages/app-messages.ts';

export const gatewayMessages = {
  loading: 'Asking the gateway for the picture…',
  alt: (name: string) => `Picture: ${name}`,
  from: (sizeBytes: number) => `From the gateway you set, ${bytes(sizeBytes)}.`,
  checks: {
    matches: 'Checked: the bytes match the seal.',
    notChecked: 'Not checked: what came cannot be compared with this CID.',
  } satisfies Record<PictureCheck, string>,
  problems: {
    notReached: 'The gateway is away. There is no picture.',
    tooSlow: 'The gateway took too long. There is no picture.',
    redirected: 'The gateway points to another address. Pinfold does not follow it.',
    notFound: 'The gateway does not have this file.',
    refused: 'The gateway refused. There is no picture.',
    tooLarge: `This file is larger than ${bytes(pictureLimits.bytes)}, so its picture is not loaded.`,
    tooManyPixels: `This picture has more than ${count(pictureLimits.pixels)} pixels, so it is not shown.`,
    notAnImage: 'This file is no picture that Pinfold shows (PNG, JPEG, GIF, WebP).',
    differs: 'These bytes are not this file. The picture is not shown.',
    tooMany: 'Many pictures were loaded within a minute. The next ones come a little later.',
    replaced: 'Another window asked for a picture meanwhile, and Pinfold asks for one at a time.',
    private: 'This file is private. The gateway would see which file you look at.',
    noCid: 'This file has no CID that the gateway could be asked for.',
    offline: 'Working offline: no picture is loaded.',
  } satisfies Record<PictureProblem, string>,
  failed: 'The picture could not be asked for.',
  again: 'Try again',
  showPrivate: 'Load this picture all the same',
  open: 'Open in browser',
  notOpened: 'The system could not open it. The address is',
  through: 'through your gateway',
  openPrivate: 'through your gateway, which then sees this private file’s CID',
  setting: {
    title: 'Gateway',
    label: 'Address of an IPFS gateway',
    hint: 'Such as https://gateway.example, or https://{cid}.gateway.example. For this connection alone; without one, Pinfold asks none.',
    privacy: 'The gateway sees which files you look at.',
    set: 'Set the gateway',
    remove: 'Use no gateway',
    pictures: 'Show pictures of public files in the inspector',
    picturesHint:
      'A private file is asked for only if you wish it, file by file. Your token is never sent to a gateway.',
    problems: {
      ...baseUrlProblemMessages,
      notHttps: 'Over http anybody on the way sees which files you look at; it is accepted for this computer alone.',
      cidPlace: 'Put {cid} at the beginning of the host, or leave it out.',
    } satisfies Record<GatewayProblem, string>,
  },
} as const;
