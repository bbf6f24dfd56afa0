const POWER: Readonly<Record<string, number>> = { '': 0, b: 0, k: 1, m: 2, g: 3, t: 4, p: 5 };

/**
 * Reads a size as people write it: "500 kB", "1.5 GB", "2MiB", "1,024" or "1 024".
 *
 * @returns bytes; null for what is no size
 */
export function sizeOf(text: string): number | null {
  const [, digits = '', prefix = '', binary] = /^([\d,\s]*\.?\d+)\s*([bkmgtp]?)(i?)b?$/i.exec(text.trim()) ?? [];
  if (digits === '') return null;
  const number = Number(digits.replaceAll(/[,\s]/g, ''));
  const sizeBytes = Math.round(number * (binary ? 1_024 : 1_000) ** (POWER[prefix.toLowerCase()] ?? 0));
  return Number.isSafeInteger(sizeBytes) ? sizeBytes : null;
}
