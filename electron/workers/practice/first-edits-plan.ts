import type { RequestedChange } from '../../../src/domain/edits/edit.ts';
import { fieldValue, keyField } from '../../../src/domain/files/field.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import type { GroupName } from '../../../src/domain/files/group-names.ts';

/** The changes of one file. */
export type FirstEdit = { readonly record: FileRecord; readonly changes: readonly RequestedChange[] };

/** The edits that practice begins with. */
export type FirstEditsPlan = {
  readonly conflicted: FirstEdit;
  /** The pair that another client gives the same file. */
  readonly elsewhere: readonly [string, string];
  readonly held: FirstEdit;
  readonly waiting: readonly FirstEdit[];
};

/** The names that practice begins with; the group of odd names has none, as every group of a service of one's own. */
export const firstGroupNames: readonly GroupName[] = [
  { group: 'paper-automata', name: 'Paper Automata' },
  { group: 'ember-court', name: 'Ember Court' },
  { group: 'tidewater-atlas', name: 'Tidewater Atlas' },
  { group: 'brass-meridian', name: 'Brass Meridian' },
  { group: 'night-orchard', name: 'Night Orchard' },
  { group: 'type-specimens', name: 'Type Specimens' },
];

/** A file with fewer pairs than this takes two more. */
const FULL = 9;

/** Chooses files of the practice library for the first edits. @param records newest first @returns null for another library */
export function firstEditsIn(records: readonly FileRecord[]): FirstEditsPlan | null {
  const named = (pattern: RegExp, isFit: (record: FileRecord) => boolean = () => true): FileRecord | undefined =>
    records.find((record) => pattern.test(record.name ?? '') && record.keyvalues.length < FULL && isFit(record));
  const toy = named(/^paper-automata-\d+\.png$/, (record) => valueOf(record, 'rarity') === 'common');
  const sheet = named(/^tidewater-atlas-sheet-.*\.tif$/);
  const loop = named(/^night-orchard-loop-\d+.*\.mp4$/);
  const card = named(/^ember-court-card-\d+-front@2x\.png$/, (record) => valueOf(record, 'tier') !== 'gold');
  const model = named(/^brass-meridian-.*-lod0\.glb$/);
  if (!toy || !sheet || !loop || !card || !model) return null;
  return {
    conflicted: edited(toy, ['rarity', 'epic']),
    elsewhere: ['rarity', 'mythic'],
    held: edited(
      sheet,
      ['stage', valueOf(sheet, 'stage') === 'final' ? 'proof' : 'final'],
      ['checked by', 'Hanne Lund'],
    ),
    waiting: [
      { record: loop, changes: [{ field: 'name', base: loop.name, mine: renamed(loop.name ?? '') }] },
      edited(card, ['tier', 'gold']),
      edited(model, ['license', valueOf(model, 'license') === 'CC0' ? 'CC-BY-4.0' : 'CC0']),
    ],
  };
}

const renamed = (name: string): string => name.replace(/(\.\w+)?$/, (extension) => `-graded${extension}`);

const valueOf = (record: FileRecord, key: string): string | null => fieldValue(record, keyField(key));

const edited = (record: FileRecord, ...pairs: readonly (readonly [string, string])[]): FirstEdit => ({
  record,
  changes: pairs.map(([key, value]) => ({ field: keyField(key), base: valueOf(record, key), mine: value })),
});
