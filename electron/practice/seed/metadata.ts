import type { Random } from './random.ts';
import type { Keyvalues } from '../tables/records.ts';

/** Keys people use, the most frequent first, with the values they take. */
const KEYS: readonly { readonly key: string; readonly values: readonly string[] }[] = [
  { key: 'env', values: ['production', 'staging', 'development', 'test'] },
  { key: 'project', values: ['kestrel', 'harbour', 'atlas', 'Ночь', '東京タワー'] },
  { key: 'artist', values: ['Mira Voss', 'José Álvarez', '佐藤 花', 'نور', 'Zoë'] },
  { key: 'season', values: ['spring', 'summer', 'autumn', 'winter'] },
  { key: 'edition', values: ['1/10', '2/10', '3/10', 'open', 'proof'] },
  { key: 'rarity', values: ['common', 'uncommon', 'rare', 'legendary'] },
  { key: 'license', values: ['CC0', 'CC-BY-4.0', 'MIT', 'all rights reserved'] },
  { key: 'width', values: ['640', '1280', '1920', '4096'] },
  { key: 'client', values: ['Acme', 'Müller & Söhne', 'Ōtani', ''] },
  { key: 'reviewed', values: ['true', 'false'] },
  { key: 'language', values: ['en', 'de', 'ja', 'ar', 'pt-BR'] },
  { key: 'checksum', values: ['sha256:9f86d081884c7d65', 'sha256:2c26b46b68ffc68f'] },
  { key: 'source', values: ['upload', 'import', 'https://example.org/a?b=1&c=2'] },
  { key: 'note', values: ['needs a second look', 'line one\nline two', '“quoted”'] },
  { key: 'Season', values: ['2023', '2024'] },
  { key: 'größe', values: ['klein', 'groß'] },
  { key: '__proto__', values: ['plain text'] },
  { key: 'constructor', values: ['plain text'] },
];

const MOST_PAIRS = 10;

/** Metadata of 0 to 10 pairs, most often one to three. */
export function madeUpKeyvalues(random: Random): Keyvalues {
  const wanted = random.chance(0.2) ? 0 : 1 + Math.floor(random.next() ** 2.5 * MOST_PAIRS);
  const pairs = new Map<string, string>();
  for (let tries = 0; pairs.size < wanted && tries < 40; tries++) {
    const { key, values } = random.pickSkewed(KEYS);
    pairs.set(key, random.pick(values));
  }
  return pairs;
}
