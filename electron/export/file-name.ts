import type { ExportFormat } from '../../src/domain/exports/library-export.ts';

const LONGEST_NAME = 40;

export const ENDINGS: Readonly<Record<ExportFormat, string>> = { csv: '.csv', jsonl: '.jsonl', sqlite: '.sqlite' };

/**
 * "pinfold-Studio-2026-11-21-1402": a connection's name with whatever could mean something to a file system or a shell
 * taken out, and the time here.
 */
export function exportName(connectionName: string, atMs: number): string {
  const words = connectionName.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...words.join('-')].slice(0, LONGEST_NAME).join('');
  return ['pinfold', ...(name === '' ? [] : [name]), localTime(new Date(atMs))].join('-');
}

function localTime(at: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}-${two(at.getHours())}${two(at.getMinutes())}`;
}
