import { plural } from '../../components/format.ts';

export const duplicatesMessages = {
  title: 'Same content',
  rest: 'Files whose CIDs have the same digest, under several names or networks, however the CIDs are spelled.',
  found: (groups: number, files: number) =>
    groups === 0 ? 'none' : `${plural(files, 'file', 'files')} in ${plural(groups, 'group', 'groups')}`,
  looked: 'Looked through',
  look: 'Look again',
  looking: 'Looking through all files…',
  list: 'Files with the same content',
  nothing: 'No two files have the same content',
  nothingRest: 'Every CID in the copy has a digest of its own.',
  outlived: 'Another connection was looked through since. Look again to see this one.',
  group: (files: number, names: number, networks: number) =>
    [
      plural(files, 'file', 'files'),
      names > 1 ? plural(names, 'name', 'names') : 'one name',
      networks > 1 ? 'both networks' : 'one network',
    ].join(' · '),
  gone: 'This file was there and is not any more.',
  notArrived: 'not here yet',
} as const;
