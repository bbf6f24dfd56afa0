import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  appearance as appearanceShape,
  preferences as preferencesShape,
  type Preferences,
  usualAppearance,
} from '../../src/contract/app.ts';
import { usualColumns } from '../../src/domain/files/list-columns.ts';
import { noUpdates } from '../../src/domain/updates/update-state.ts';
import { preferencesTable } from '../database/profile/profile-tables.ts';

/** The preferences of a person who has chosen none. */
export const defaultPreferences: Preferences = {
  theme: 'system',
  letterKeys: true,
  keyChoices: {},
  keyAlertDays: 7,
  keyNotices: true,
  replayNotices: true,
  tray: false,
  guidedPractice: null,
  logLevel: 'errors',
  fileColumns: usualColumns,
  rowHeight: 'usual',
  appearance: usualAppearance,
  inspectorPx: null,
  language: 'system',
  updates: noUpdates,
};

/** The preferences as an outbox keeps them. */
export function storedPreferences(outbox: Database): {
  readonly read: () => Preferences;
  readonly write: (chosen: Preferences) => void;
} {
  const table = preferencesTable(outbox);
  return {
    read: () => preferencesFrom(table.get()),
    write: (chosen) => table.set(chosen),
  };
}

const anObject = z.looseObject({}).catch({});

/** A preference that an earlier release lacked has its default, and so has one that cannot be read: the others stay as they were chosen. */
function preferencesFrom(stored: unknown): Preferences {
  const found = anObject.parse(stored);
  const appearance = readable(appearanceShape, usualAppearance, anObject.parse(found['appearance']));
  return readable(preferencesShape, defaultPreferences, { ...found, appearance });
}

/** @returns each property of a shape as it was found where it fits, else as usual */
function readable<Shape extends Record<string, z.ZodType>>(
  shape: z.ZodObject<Shape>,
  usual: z.output<z.ZodObject<Shape>>,
  found: Readonly<Record<string, unknown>>,
): z.output<z.ZodObject<Shape>> {
  const fitting = Object.entries(shape.shape).filter(([name, one]) => one.safeParse(found[name]).success);
  return shape.parse({ ...usual, ...Object.fromEntries(fitting.map(([name]) => [name, found[name]])) });
}
