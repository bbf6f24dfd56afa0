import type { KeyCondition } from '../../domain/keys/api-key.ts';
import type { KeyQuery } from '../../domain/keys/queries.ts';
import { noFilters } from '../../domain/files/file-filter.ts';
import { fileId, network, type FileKey } from '../../domain/core/ids.ts';
import { signatureFilter, type SignatureFilter } from '../../domain/signatures/signature-record.ts';
import { formatQuestion, parseQuestion, type FilesQuestion } from './filter-query-string.ts';
import { formatKeyQuery, parseKeyQuery } from './key-query-string.ts';
import { day } from '../../domain/core/text.ts';
import { activityOrigin, type ActivityOrigin } from '../../domain/activity/activity.ts';
import { changesTab, type ChangesTab } from '../../domain/edits/edit.ts';

/** A screen, the filters that narrow it, and the item that is open in it. */
export type RouteTarget =
  | FilesTarget
  | KeysTarget
  | { readonly kind: 'audit' }
  | { readonly kind: 'changes'; readonly id: string | null; readonly tab: ChangesTab | null }
  | ({ readonly kind: 'signatures' } & SignatureFilter)
  | { readonly kind: 'library' }
  | {
      readonly kind: 'activity';
      readonly id: string | null;
      readonly origin: ActivityOrigin | null;
      readonly day: string | null;
    }
  | { readonly kind: 'sameContent' }
  | { readonly kind: 'settings'; readonly section: SettingsSection | null }
  | { readonly kind: 'guide'; readonly page: string | null }
  | { readonly kind: 'connect' };

export type FilesTarget = { readonly kind: 'files'; readonly file: FileKey | null } & FilesQuestion;

/** `query` is absent where nobody named a filter beyond the condition: the list then keeps those of the same condition. */
export type KeysTarget = {
  readonly kind: 'keys';
  readonly id: string | null;
  readonly condition: KeyCondition | null;
  readonly query?: KeyQuery;
};

export const settingsSections = [
  'connections',
  'offlineCopy',
  'sync',
  'conflicts',
  'keyboard',
  'appearance',
  'signers',
  'data',
  'diagnostics',
  'about',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** `connectionId` is null until an address names one: then the first connection is meant. */
export type Route = { readonly connectionId: string | null; readonly target: RouteTarget };

export const allFiles: FilesTarget = { kind: 'files', file: null, ...noFilters, search: '', sort: null };

/** The settings, at the section that was open last. */
export const allSettings: RouteTarget = { kind: 'settings', section: null };

/** Reads the part of an address after `#`. An unreadable address means all files. */
export function parseRoute(hash: string): Route {
  const [path = '', ...queries] = hash.replace(/^#/, '').split('?');
  const [first, connectionId, screen, ...rest] = path.split('/').filter(Boolean).map(decoded);
  const parameters = new URLSearchParams(queries.join('?'));
  if (first === 'connect') return { connectionId: null, target: { kind: 'connect' } };
  if (first !== 'c' || connectionId === undefined) return { connectionId: null, target: allFiles };
  return { connectionId, target: parseTarget(screen, rest, parameters) };
}

function parseTarget(screen: string | undefined, rest: readonly string[], query: URLSearchParams): RouteTarget {
  const id = rest[0] ?? null;
  switch (screen ?? 'files') {
    case 'keys':
      return { kind: 'keys', id, ...parseKeyQuery(query) };
    case 'changes':
      return { kind: 'changes', id, tab: changesTab.safeParse(query.get('tab')).data ?? null };
    case 'signatures': {
      const { status, signer } = signatureFilter.shape;
      return {
        kind: 'signatures',
        status: status.safeParse(query.get('standing')).data ?? null,
        signer: signer.safeParse(query.get('signer')).data ?? null,
      };
    }
    case 'library':
      return { kind: 'library' };
    case 'activity':
      return {
        kind: 'activity',
        id,
        origin: activityOrigin.safeParse(query.get('by')).data ?? null,
        day: day.safeParse(query.get('on')).data ?? null,
      };
    case 'guide':
      return { kind: 'guide', page: id };
    case 'sameContent':
      return { kind: 'sameContent' };
    case 'audit':
      return { kind: 'audit' };
    case 'settings':
      return { kind: 'settings', section: settingsSections.find((section) => section === id) ?? null };
    default:
      return { kind: 'files', file: parseFile(rest), ...parseQuestion(query) };
  }
}

function parseFile([where, id]: readonly string[]): FileKey | null {
  const on = network.safeParse(where);
  const named = fileId.safeParse(id);
  return on.success && named.success ? { network: on.data, id: named.data } : null;
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    // A person may type a lone `%`, which `decodeURIComponent` refuses (ECMA-262, URIError): the part stays as typed.
    if (error instanceof URIError) return part;
    throw error;
  }
};

/** The address of a target, beginning with `#`. */
export function formatRoute({ connectionId, target }: Route): string {
  if (target.kind === 'connect') return '#/connect';
  if (connectionId === null) return '#/';
  const path = ['c', connectionId, target.kind, ...openedPart(target)].map(encodeURIComponent).join('/');
  const query = new URLSearchParams(
    narrowing(target).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]])),
  ).toString();
  return `#/${path}${query === '' ? '' : `?${query}`}`;
}

function openedPart(target: RouteTarget): readonly string[] {
  if (target.kind === 'files') return target.file === null ? [] : [target.file.network, target.file.id];
  if (target.kind === 'settings') return target.section === null ? [] : [target.section];
  if (target.kind === 'guide') return target.page === null ? [] : [target.page];
  return 'id' in target && target.id !== null ? [target.id] : [];
}

/** Filters and parts of a screen, as parameters of its address; null where there is none. */
function narrowing(target: RouteTarget): readonly (readonly [name: string, value: string | null])[] {
  switch (target.kind) {
    case 'files':
      return formatQuestion(target);
    case 'keys':
      return target.query === undefined ? [['condition', target.condition]] : formatKeyQuery(target.query);
    case 'changes':
      return [['tab', target.tab]];
    case 'signatures':
      return [
        ['standing', target.status],
        ['signer', target.signer],
      ];
    case 'activity':
      return [
        ['by', target.origin],
        ['on', target.day],
      ];
    case 'audit':
    case 'connect':
    case 'guide':
    case 'library':
    case 'sameContent':
    case 'settings':
      return [];
  }
}
