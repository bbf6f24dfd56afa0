import { type Chord, isLetterChord, isTypedChord, LEADER, partsOf } from './chord.ts';
import { shortcutOf, type ShortcutId } from './shortcuts.ts';

/**
 * Why a chord cannot be chosen. `moves`: it moves the focus or leaves; `presses`: it presses what has the focus; `text`: it
 * edits text; `leads`: it begins chords of two presses, or would be led where lists have no focus; `system`: browser or
 * system keep it.
 */
export type KeyReservation = 'moves' | 'presses' | 'text' | 'leads' | 'system';

const MOVING = new Set(['↑', '↓', '←', '→', 'Home', 'End', 'PgUp', 'PgDn', 'Tab', 'Esc', 'Menu']);
const PRESSING = new Set(['Enter', 'Space']);
/** Text fields of every system take these. Selecting all and copying mean rows where the list of files has the focus. */
const TEXT = /^Ctrl (Shift )?(Z|Y|X|V|Backspace|Delete|Insert)$|^Shift (Insert|Delete)$/;
const TEXT_BESIDE_ROWS = /^Ctrl [AC]$/;
/** Browsers and systems open, close, reload and zoom with these before a page hears of them, or against its will. */
const SYSTEM =
  /^Ctrl (Shift )?[NTWQ]$|^Ctrl [HM0+=-]$|^Ctrl Shift [IJ]$|^(Ctrl )?(Shift )?F(4|5|10|11|12)$|^F(1[3-9]|2\d)$/;

/** The leader is heard in lists alone. */
export const canBeLed = (id: ShortcutId): boolean =>
  ['everywhere', 'files', 'lists', 'activity'].includes(shortcutOf(id).scope);

/** @returns null for a chord that the person may choose; the usual keys of a shortcut are always its own */
export function reservationOf(chord: Chord, id: ShortcutId): KeyReservation | null {
  const { scope, keys } = shortcutOf(id);
  const parts = partsOf(chord);
  if (parts === null || parts.modifiers.includes('Alt')) return 'system';
  if (keys.includes(chord)) return null;
  if (MOVING.has(parts.key)) return 'moves';
  const isLed = parts.modifiers[0] === LEADER;
  if (chord === LEADER || (isLed && !(canBeLed(id) && isLetterChord(chord)))) return 'leads';
  if (PRESSING.has(parts.key) && !parts.modifiers.includes('Ctrl') && scope !== 'files') return 'presses';
  if (TEXT.test(chord) || (scope !== 'files' && TEXT_BESIDE_ROWS.test(chord))) return 'text';
  // The metadata are saved from within their text fields.
  if (scope === 'inspector' && isTypedChord(chord)) return 'text';
  return SYSTEM.test(chord) ? 'system' : null;
}
