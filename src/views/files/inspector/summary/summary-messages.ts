import { bytes, count, date, isOne, listed, plural } from '../../../../components/format.ts';
import type { FileState } from '../../../../domain/files/file.ts';
import { appMessages } from '../../../messages/app-messages.ts';

export const summaryMessages = {
  title: (files: number) => plural(files, 'file', 'files'),
  seals: (shown: number, files: number) =>
    shown === files ? plural(shown, 'seal', 'seals') : `${count(shown)} of ${count(files)} seals`,
  adding: 'Adding up sizes…',
  allOfType: (type: string) => `all ${type}`,
  types: (parts: readonly string[]) => listed(parts),
  type: (type: string, files: number) => `${count(files)} ${type}`,
  otherTypes: (files: number) => `${count(files)} of other types`,
  untyped: 'no type known',
  range: (least: number, most: number, half: number) =>
    least === most ? `${bytes(least)} each` : `${bytes(least)} to ${bytes(most)} each, half under ${bytes(half)}`,
  unknownSizes: (files: number) => `${plural(files, 'file has', 'files have')} no known size`,
  added: (firstMs: number, lastMs: number, nowMs: number) =>
    date(firstMs, nowMs) === date(lastMs, nowMs)
      ? `added ${date(firstMs, nowMs)}`
      : `added ${date(firstMs, nowMs)} to ${date(lastMs, nowMs)}`,
  metadata: 'Metadata of the selection',
  keys: (keys: number) => plural(keys, 'key', 'keys'),
  noKeys: 'None of these files has metadata.',
  onAll: (value: string, files: number) => `${value} on all ${count(files)}`,
  value: (value: string, files: number) => `${value}:\u00a0${count(files)}`,
  empty: '(empty)',
  others: (files: number) => `other values:\u00a0${count(files)}`,
  missing: (files: number) => `not set:\u00a0${count(files)}`,
  otherKeys: (keys: number) => `and ${plural(keys, 'more key', 'more keys')}`,
  frequentKeys: 'The most frequent keys of the library are counted.',
  states: 'State',
  state: (state: FileState, files: number) =>
    `${count(files)} ${state === 'needsYou' && !isOne(files) ? 'need you' : appMessages.state[state]}`,
  full: (files: number, pairs: number) =>
    files === 1
      ? `One of these holds ${pairs} pairs already.`
      : `${count(files)} of these hold ${pairs} pairs already.`,
  fullRest: (refused: number) =>
    `This service refused a record of ${refused} pairs before. A new key would be refused there.`,
} as const;
