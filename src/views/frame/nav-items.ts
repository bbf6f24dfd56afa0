import { tabMessages } from '../changes/changes-messages.ts';
import { conditionMessages } from '../keys/keys-messages.ts';
import type { CountsState } from '../../state/files/counts.svelte.ts';
import type { SavedViewsState } from '../../state/saved-views/saved-views.svelte.ts';
import type { SavedView } from '../../domain/files/queries.ts';
import { everySignature } from '../../state/signatures/signatures.svelte.ts';
import { allFiles, allSettings, type FilesTarget, type RouteTarget } from '../../state/app/route.ts';
import { frameMessages } from './frame-messages.ts';

const messages = frameMessages.nav;

export type NavItem = {
  readonly label: string;
  readonly target: RouteTarget;
  /** null until the count is known, and for a target without a count */
  readonly count: number | null;
  readonly icon: 'library' | 'files' | 'keys' | 'signatures' | 'changes' | 'activity' | 'settings' | null;
  /** The label is text of the service: `Text` must show it. */
  readonly foreign?: true;
  /** A saved view of keys restores filters that no address carries. */
  readonly view?: SavedView;
};
export type NavSection = { readonly title: string | null; readonly items: readonly NavItem[] };

export type NavCounts = Pick<CountsState, 'files' | 'keys' | 'changes' | 'networks'>;

/** @param groupName what stands for a group */
export function navSections(
  counts: NavCounts,
  views: SavedViewsState,
  groupName: (group: string) => string,
): readonly NavSection[] {
  const optional = [
    { title: messages.views, items: viewItems(views) },
    { title: messages.groups, items: groupItems(counts, groupName) },
  ].filter(({ items }) => items.length > 0);
  const always = [
    library(),
    { title: null, items: fileItems(counts) },
    keySection(counts),
    signatures(),
    changeSection(counts),
    activity(),
  ];
  return [...always, ...optional, settings()];
}

const viewItems = (views: SavedViewsState): readonly NavItem[] =>
  views.views.map((view) => {
    return { ...item(view.name, placeOf(view), views.countOf(view)), foreign: true, view };
  });

function placeOf(view: SavedView): RouteTarget {
  if (view.about === 'keys') return { kind: 'keys', id: null, condition: view.query.condition, query: view.query };
  return narrowed(view.query);
}

const item = (label: string, target: RouteTarget, count: number | null = null): NavItem => ({
  label,
  target,
  count,
  icon: null,
});

const library = (): NavSection => ({
  title: null,
  items: [{ ...item(messages.library, { kind: 'library' }), icon: 'library' }],
});

const activity = (): NavSection => ({
  title: null,
  items: [{ ...item(messages.activity, { kind: 'activity', id: null, origin: null, day: null }), icon: 'activity' }],
});

const settings = (): NavSection => ({
  title: null,
  items: [{ ...item(messages.settings, allSettings), icon: 'settings' }],
});

const signatures = (): NavSection => ({
  title: null,
  items: [{ ...item(messages.signatures, { kind: 'signatures', ...everySignature }), icon: 'signatures' }],
});

const narrowed = (by: Partial<FilesTarget>): FilesTarget => ({ ...allFiles, ...by });

function fileItems({ files, networks }: NavCounts): readonly NavItem[] {
  return [
    { ...item(messages.files, allFiles, files?.all ?? null), icon: 'files' },
    item(messages.public, narrowed({ network: 'public' }), networks.public),
    item(messages.private, narrowed({ network: 'private' }), networks.private),
    item(messages.edited, narrowed({ edited: true }), files?.edited ?? null),
    item(messages.starred, narrowed({ mark: 'star' }), files?.starred ?? null),
    item(messages.duplicates, { kind: 'sameContent' }),
  ];
}

const groupItems = ({ files }: NavCounts, groupName: (group: string) => string): readonly NavItem[] =>
  (files?.groups ?? []).map(({ value, count }) => ({
    ...item(groupName(value), narrowed({ group: value }), count),
    foreign: true,
  }));

function keySection({ keys }: NavCounts): NavSection {
  const conditions = ['active', 'limited', 'exhausted', 'revoked'] as const;
  const all = item(messages.keys, { kind: 'keys', id: null, condition: null }, keys?.all ?? null);
  return {
    title: null,
    items: [
      { ...all, icon: 'keys' },
      ...conditions.map((condition) =>
        item(conditionMessages[condition], { kind: 'keys', id: null, condition }, keys?.[condition] ?? null),
      ),
      item(messages.audit, { kind: 'audit' }),
    ],
  };
}

function changeSection({ changes }: NavCounts): NavSection {
  const tabs = ['needsYou', 'waiting', 'held', 'sent', 'discarded'] as const;
  return {
    title: null,
    items: [
      { ...item(messages.changes, { kind: 'changes', id: null, tab: null }, changes?.open ?? null), icon: 'changes' },
      ...tabs.map((tab) => item(tabMessages[tab], { kind: 'changes', id: null, tab }, changes?.[tab] ?? null)),
    ],
  };
}

/** @returns the screen whose entry is highlighted in the narrow navigation, which has one entry for each screen */
export const screenOf = ({ kind }: RouteTarget): RouteTarget['kind'] => (kind === 'audit' ? 'keys' : kind);

/** Tells an entry from all others of its list: a person may give two groups the same name. */
export const keyOf = ({ target, view }: NavItem): string => view?.id ?? JSON.stringify(target);

/** Two targets are the same when screen and filters are equal; the opened row is ignored. */
export function isSameTarget(a: RouteTarget, b: RouteTarget): boolean {
  const bare = (target: RouteTarget): RouteTarget =>
    target.kind === 'files'
      ? { ...allFiles, network: target.network, group: target.group, edited: target.edited, mark: target.mark }
      : target.kind === 'keys'
        ? { ...target, id: null }
        : target.kind === 'changes'
          ? { ...target, id: null, tab: target.tab === 'open' ? null : target.tab }
          : target.kind === 'signatures'
            ? { ...target, ...everySignature }
            : target.kind === 'activity'
              ? { ...target, id: null, origin: null, day: null }
              : target.kind === 'settings'
                ? allSettings
                : target;
  return JSON.stringify(bare(a)) === JSON.stringify(bare(b));
}
