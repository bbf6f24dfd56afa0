import type { ChangesTab } from '../../contract/changes.ts';
import { changesTab } from '../../contract/changes.ts';
import { keyCondition, type KeyCondition } from '../../domain/keys/api-key.ts';
import { noFilters, type FileFilters } from '../../domain/files/file-filter.ts';
import { fileId, network, type FileKey } from '../../domain/core/ids.ts';
import { signatureFilter, type SignatureFilter } from '../../domain/signatures/signature-record.ts';
import { formatFilters, parseFilters } from './filter-query-string.ts';

/** Which screen, narrowed how, with what opened in it. */
export type RouteTarget =
  | ({ readonly kind: 'files'; readonly file: FileKey | null } & FileFilters)
  | { readonly kind: 'keys'; readonly id: string | null; readonly condition: KeyCondition | null }
  | { readonly kind: 'audit' }
  | { readonly kind: 'changes'; readonly id: string | null; readonly tab: ChangesTab | null }
  | ({ readonly kind: 'signatures' } & SignatureFilter)
  | { readonly kind: 'sameContent' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'connect' };

/** `connectionId` is null until an address names one: then the first connection is meant. */
export type Route = { readonly connectionId: string | null; readonly place: RouteTarget };

export type FilesTarget = Extract<RouteTarget, { kind: 'files' }>;

export const allFiles: FilesTarget = { kind: 'files', file: null, ...noFilters };

/** Reads the part of an address after `#`; whatever cannot be read means all files. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const [first, connectionId, screen, ...rest] = path.split('/').filter(Boolean).map(decoded);
  const parameters = new URLSearchParams(query);
  if (first === 'connect') return { connectionId: null, place: { kind: 'connect' } };
  if (first !== 'c' || connectionId === undefined) return { connectionId: null, place: allFiles };
  return { connectionId, place: parsePlace(screen, rest, parameters) };
}

function parsePlace(screen: string | undefined, rest: readonly string[], query: URLSearchParams): RouteTarget {
  const id = rest[0] ?? null;
  switch (screen) {
    case 'keys':
      return { kind: 'keys', id, condition: keyCondition.safeParse(query.get('condition')).data ?? null };
    case 'changes':
      return { kind: 'changes', id, tab: changesTab.safeParse(query.get('tab')).data ?? null };
    case 'signatures': {
      const { standing, signer } = signatureFilter.shape;
      return {
        kind: 'signatures',
        standing: standing.safeParse(query.get('standing')).data ?? null,
        signer: signer.safeParse(query.get('signer')).data ?? null,
      };
    }
    case 'sameContent':
      return { kind: 'sameContent' };
    case 'audit':
      return { kind: 'audit' };
    case 'settings':
      return { kind: 'settings' };
    default:
      return { kind: 'files', file: parseFile(rest), ...parseFilters(query) };
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
    // A hand-typed address with a lone `%`: not ours, so it is taken as it stands.
    if (error instanceof URIError) return part;
    throw error;
  }
};

/** The address of a place, beginning with `#`. */
export function formatRoute({ connectionId, place }: Route): string {
  if (place.kind === 'connect') return '#/connect';
  if (connectionId === null) return '#/';
  const path = ['c', connectionId, place.kind, ...openedPart(place)].map(encodeURIComponent).join('/');
  const query = new URLSearchParams(narrowing(place)).toString();
  return `#/${path}${query === '' ? '' : `?${query}`}`;
}

function openedPart(place: RouteTarget): readonly string[] {
  if (place.kind === 'files') return place.file === null ? [] : [place.file.network, place.file.id];
  return 'id' in place && place.id !== null ? [place.id] : [];
}

function narrowing(place: RouteTarget): [string, string][] {
  const { kind } = place;
  const wanted: readonly (readonly [string, string | null])[] =
    kind === 'files'
      ? formatFilters(place)
      : kind === 'keys'
        ? [['condition', place.condition]]
        : kind === 'changes'
          ? [['tab', place.tab]]
          : kind === 'signatures'
            ? [
                ['standing', place.standing],
                ['signer', place.signer],
              ]
            : [];
  return wanted.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]));
}
