import type { ExportState } from '../../../src/domain/exports/library-export.ts';
import { activityTable } from '../../database/activity/activity-table.ts';
import { mirrorNews } from '../../database/mirror/mirror-news.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import type { SignatureJob } from '../../database/signatures/fetch-jobs-table.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { ActivityContext, Announce } from '../../ipc/handler-context.ts';
import { ActivityLog } from '../../sync/activity/activity-log.ts';
import type { Tables } from '../../sync/ports.ts';
import { systemClock } from '../clock.ts';
import type { Report } from '../thread-messages.ts';

export type ComposedActivity = {
  readonly log: ActivityLog;
  readonly context: ActivityContext;
  readonly signaturesFetched: (id: ConnectionId, job: SignatureJob) => void;
  readonly exported: (state: ExportState) => void;
};

type Given = {
  readonly profile: OpenProfile;
  readonly files: Tables['files'];
  readonly announce: Announce;
  readonly report: Report;
};

/** Makes the log of what happens to connections, and the notes of finished jobs. */
export function composeActivity({ profile, files, announce, report }: Given): ComposedActivity {
  const table = activityTable(profile.outbox);
  const log = new ActivityLog({
    put: table.put,
    news: mirrorNews(profile.mirror, (id) => files.count(id)),
    nowMs: systemClock.nowMs,
    announce: () => announce('activity.changed'),
    report,
  });
  const startedAtMs = new Map<string, number>();
  return {
    log,
    context: { list: table.list, jobEnded: log.jobEnded.bind(log) },
    signaturesFetched: (id, { startedAtMs: fromMs, done, failed, failure }) =>
      log.jobEnded(id, { job: 'signatures', outcome: 'done', files: done, failed, detail: failure, fromMs }),
    exported: (state) => {
      if (state.kind === 'idle') return;
      const fromMs = startedAtMs.get(state.exportId) ?? systemClock.nowMs();
      if (state.kind === 'running') return void startedAtMs.set(state.exportId, fromMs);
      startedAtMs.delete(state.exportId);
      const { connectionId: id } = state;
      if (state.kind === 'done') {
        return log.jobEnded(id, { ...exported, outcome: 'done', files: state.files, detail: state.path, fromMs });
      }
      log.jobEnded(id, { ...exported, outcome: 'failed', files: 0, detail: state.detail, fromMs });
    },
  };
}

const exported = { job: 'export', failed: 0 } as const;
