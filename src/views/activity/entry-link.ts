import type { ActivityEntry } from '../../domain/activity/activity.ts';
import { dayAt } from '../../domain/library/days.ts';

import { allFiles, type RouteTarget } from '../../state/app/route.ts';
import { everySignature } from '../../state/signatures/signatures.svelte.ts';
import { logMessages as messages } from './activity-messages.ts';

type EntryLink = { readonly label: string; readonly target: RouteTarget };

/** Where an entry leads; null for one that has said all. */
export function linkOf({ about }: ActivityEntry): EntryLink | null {
  switch (about.kind) {
    case 'changeSet':
      return { label: messages.openChange, target: { kind: 'changes', id: about.changeSet, tab: null } };
    case 'filesAdded':
      // Lists narrow by whole days, as the service dates files and not their arrival here.
      return {
        label: messages.showFiles,
        target: {
          ...allFiles,
          created: { from: dayAt(about.oldestMs ?? about.fromMs), to: null },
          group: about.group?.files === about.files ? about.group.group : null,
        },
      };
    case 'trouble':
      return { label: messages.toDiagnostics, target: { kind: 'settings', section: 'diagnostics' } };
    case 'job':
      return about.job === 'signatures'
        ? { label: messages.toSignatures, target: { kind: 'signatures', ...everySignature } }
        : null;
    case 'changedElsewhere':
    case 'filesGone':
    case 'copied':
    case 'checked':
    case 'recovered':
      return null;
  }
}
