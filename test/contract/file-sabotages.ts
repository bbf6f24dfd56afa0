import { isObject } from './ask.ts';
import { answering, askingAt, inData, updating, type Sabotage } from './sabotage.ts';

const IN_FILE_DATA = 'an update answers 200 with the file in data';
const FILE_FIELD = 'each field of a file that is there has its type';
const NOTHING = 'an update of nothing changes nothing';
const RENAME = 'an update with a name changes the name and nothing else';
const METADATA = 'an update with keyvalues changes the metadata and nothing else';
const BOTH = 'an update may hold both members';

let answers = 0;

export const aboutFiles: readonly Sabotage[] = [
  {
    name: 'it answers an update without data',
    spoil: answering(/^PUT/, ({ data }) => data),
    noticedBy: [IN_FILE_DATA, FILE_FIELD, NOTHING, RENAME, METADATA, BOTH],
  },
  {
    name: 'it answers an update with another file',
    spoil: inData(/^PUT/, (file) => ({ ...file, id: '11111111-1111-4111-8111-111111111111' })),
    noticedBy: [IN_FILE_DATA],
  },
  {
    name: 'it writes sizes as text',
    spoil: inData(/^PUT/, (file) => ({ ...file, size: '12' })),
    noticedBy: [FILE_FIELD],
  },
  {
    name: 'it writes metadata that is not text',
    spoil: inData(/^PUT/, (file) => ({ ...file, keyvalues: { count: 1 } })),
    noticedBy: [FILE_FIELD, BOTH],
  },
  {
    name: 'it changes at every update',
    spoil: inData(/^PUT/, (file) => ({ ...file, size: answers++ })),
    noticedBy: [NOTHING, RENAME, METADATA, BOTH],
  },
  { name: 'it ignores names', spoil: updating(({ name: _, ...body }) => body), noticedBy: [RENAME, BOTH] },
  { name: 'it ignores metadata', spoil: updating(({ keyvalues: _, ...body }) => body), noticedBy: [METADATA] },
  {
    name: 'it changes metadata with the name',
    spoil: updating((body) => ('name' in body ? { ...body, keyvalues: { touched: 'yes' } } : body)),
    noticedBy: [RENAME],
  },
  {
    name: 'it changes the name with metadata',
    spoil: updating((body) => (isObject(body['keyvalues']) ? { ...body, name: JSON.stringify(body) } : body)),
    noticedBy: [METADATA, BOTH],
  },
  {
    name: 'it finds files on every network',
    spoil: askingAt((url, method) => (method === 'PUT' ? url.replace(/(private|neither)/, 'public') : url)),
    noticedBy: ['a file is found on its own network only'],
  },
  {
    name: 'it finds files that are not there',
    spoil: (right) =>
      askingAt((url) => url.replace('00000000-0000-4000-8000-000000000000', String(right.writeFileId)))(right),
    noticedBy: ['an update of a file that is not there does not succeed'],
  },
];
