import { bytes, clockTime, date, daysApart, duration } from '../../components/format.ts';
import type { ActivityEntry } from '../../domain/activity/activity.ts';
import { metadataKey } from '../../domain/files/field.ts';
import { statusIn } from '../../domain/service/remote-failure.ts';
import { storedWordsMessages } from '../messages/stored/stored-words-messages.ts';
import { titleMessages } from '../messages/title-messages.ts';
import { entryMessages as messages } from './activity-messages.ts';

/**
 * A sentence in parts: words of ours, and text of the service or of a person, which has to be shown as text. `isSentence`:
 * words of ours stand around names within it.
 */
export type EntrySentence = readonly (string | { readonly foreign: string; readonly isSentence?: true })[];

/** A time of the clock, with its day where the other end lies on another one: an entry may last for days. */
export const timeBeside = (atMs: number, otherMs: number, timeOf = clockTime): string =>
  daysApart(atMs, otherMs) === 0 ? timeOf(atMs) : `${date(atMs, otherMs)} ${timeOf(atMs)}`;

/** The first line of an entry. */
export function entryTitle({ about }: ActivityEntry): EntrySentence {
  switch (about.kind) {
    case 'changeSet':
      return [{ foreign: titleMessages.shown(about.title), isSentence: true }];
    case 'changedElsewhere':
      return [messages.changedElsewhere(about.files)];
    case 'filesAdded':
      return [messages.filesAdded(about.files)];
    case 'filesGone':
      return [messages.filesGone(about.files)];
    case 'copied':
      return [messages.copied(about.files)];
    case 'checked':
      return [messages.checked(about.checks)];
    case 'trouble':
      return [
        about.reason === 'rateLimited' ? messages.askedToWait(statusIn(about.detail)) : messages.trouble[about.reason],
      ];
    case 'recovered':
      return [messages.recovered[about.reason]];
    case 'job':
      return [about.outcome === 'done' ? messages.jobs[about.job](about.files) : messages.jobsFailed[about.job]];
  }
}

/** The second line of an entry; empty where the first says all. @param groupName what stands for a group */
export function entryRest({ about, atMs }: ActivityEntry, groupName: (group: string) => string): EntrySentence {
  switch (about.kind) {
    case 'changeSet':
      return [
        outcomesOf(about)
          .map(({ text }) => text)
          .join(' · '),
      ];
    case 'changedElsewhere':
      return joined(
        about.fields.map(({ field, files }) => {
          const key = metadataKey(field);
          return [key === null ? messages.name : { foreign: key }, ` ${messages.fieldOn(files)}`];
        }),
      );
    case 'filesAdded': {
      const size: EntrySentence[] = about.sizeBytes === null ? [] : [[bytes(about.sizeBytes)]];
      const group: EntrySentence[] =
        about.group === null
          ? []
          : [[`${messages.most(about.group.files)} `, { foreign: groupName(about.group.group) }]];
      return joined([...size, ...group]);
    }
    case 'filesGone':
      return [messages.filesGoneRest];
    case 'copied':
      return [messages.copiedRest];
    case 'checked':
      return about.checks === 1
        ? []
        : [messages.checkedRest(timeBeside(about.fromMs, atMs), timeBeside(atMs, about.fromMs))];
    case 'trouble':
      return about.detail === '' ? [messages.nothingLost] : [{ foreign: storedWordsMessages.shown(about.detail) }];
    case 'recovered':
      return [messages.away(duration(atMs - about.fromMs))];
    case 'job':
      return jobRest(about);
  }
}

function jobRest({ job, failed, detail }: Extract<ActivityEntry['about'], { kind: 'job' }>): EntrySentence {
  if (job === 'rebuild') return [messages.rebuildRest];
  const said: EntrySentence[] = failed === 0 ? [] : [[messages.someFailed(failed)]];
  return joined(detail === null ? said : [...said, [{ foreign: storedWordsMessages.shown(detail) }]]);
}

const joined = (parts: readonly EntrySentence[]): EntrySentence =>
  parts.flatMap((part, place) => (place === 0 ? part : [', ', ...part]));

type Outcome = { readonly status: keyof typeof messages.changeSet; readonly text: string };

/** How the changes of a change set stand, those that need the person first; statuses without a change are left out. */
export function outcomesOf(about: Extract<ActivityEntry['about'], { kind: 'changeSet' }>): readonly Outcome[] {
  const order = ['needsYou', 'queued', 'held', 'settled', 'discarded'] as const;
  return order.flatMap((status) =>
    about[status] === 0 ? [] : [{ status, text: messages.changeSet[status](about[status]) }],
  );
}

/** A sentence as plain text, for a file or the clipboard. */
export const plain = (sentence: EntrySentence): string =>
  sentence.map((part) => (typeof part === 'string' ? part : part.foreign)).join('');
