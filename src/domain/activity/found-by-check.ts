import type { Field } from '../files/field.ts';
import type { ActivityEvent } from './activity.ts';
import type { CountedRequests } from './requests.ts';

/** What a mirror gained and lost from one check to the next. */
export type FoundByCheck = {
  readonly added: {
    readonly files: number;
    readonly oldestMs: number | null;
    readonly sizeBytes: number | null;
    readonly group: { readonly group: string; readonly files: number } | null;
  };
  readonly gone: number;
  readonly changed: {
    readonly files: number;
    readonly fields: readonly { readonly field: Field; readonly files: number }[];
  };
  /** Files in the mirror now. */
  readonly files: number;
};

type Course = { readonly fromMs: number; readonly requests: readonly CountedRequests[] };

/** The events of one complete check: one for each kind of news, or that there was none. The last one is the newest. */
export function eventsOfCheck(found: FoundByCheck, isFirst: boolean, course: Course): readonly ActivityEvent[] {
  const requests = [...course.requests];
  const { fromMs } = course;
  if (isFirst) return [{ kind: 'copied', files: found.files, fromMs, requests }];
  const { added, changed, gone } = found;
  const news: ActivityEvent[] = [];
  if (gone > 0) news.push({ kind: 'filesGone', files: gone, fromMs, requests });
  if (added.files > 0) news.push({ kind: 'filesAdded', ...added, fromMs, requests });
  if (changed.files > 0) {
    news.push({ kind: 'changedElsewhere', files: changed.files, fields: [...changed.fields], fromMs, requests });
  }
  return news.length > 0 ? news : [{ kind: 'checked', checks: 1, fromMs, requests }];
}
