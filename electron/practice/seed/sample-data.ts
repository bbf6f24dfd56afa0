import type { Keyvalues } from '../tables/records.ts';
import type { Random } from './random.ts';

type Script = {
  /** The frequency of the script, relative to the others. */
  readonly weight: number;
  readonly joiners: readonly string[];
  readonly words: readonly string[];
};

/** Words in many scripts. Some accents are combining marks, to test normalization (Unicode Annex 15). */
const SCRIPTS: readonly Script[] = [
  {
    weight: 50,
    joiners: ['-', '_', ' ', '.'],
    words: `invoice report draft final harbour kestrel ledger minutes portrait sunrise archive budget contract poster
      metadata thumbnail backup release notes interview survey blueprint manifest receipt timetable catalogue cover
      garden winter field recording rehearsal stage workshop summary appendix`.split(/\s+/),
  },
  {
    weight: 6,
    joiners: [' ', '-'],
    words: 'Übersicht Größe Straße Prüfung Entwurf Büro Jahresabschluß Zähler'.split(' '),
  },
  { weight: 6, joiners: [' ', '_'], words: 'été façade œuvre reçu modèle théâtre forêt garçon'.split(' ') },
  { weight: 3, joiners: [' '], words: 'cafe\u0301 re\u0301sume\u0301 nin\u0303o A\u030angstro\u0308m'.split(' ') },
  {
    weight: 4,
    joiners: [' ', '-'],
    words: 'Zażółć gęślą jaźń umowa źródło příloha žádost řešení İstanbul ışık'.split(' '),
  },
  { weight: 5, joiners: [' ', '_'], words: 'отчёт договор фотография черновик счёт зима улица письмо'.split(' ') },
  { weight: 3, joiners: [' '], words: 'αναφορά φωτογραφία σχέδιο Ὀδυσσεύς τιμολόγιο'.split(' ') },
  { weight: 5, joiners: [' ', '-'], words: 'تقرير صورة عقد فاتورة مشروع نهائي أرشيف'.split(' ') },
  { weight: 3, joiners: [' ', '-'], words: 'דוח תמונה חוזה קבלה טיוטה סופי'.split(' ') },
  { weight: 3, joiners: [' '], words: 'रिपोर्ट चित्र अनुबंध सूची क्षेत्र'.split(' ') },
  { weight: 2, joiners: [' '], words: 'รายงาน รูปภาพ สัญญา ร้านน้ำชา'.split(' ') },
  { weight: 6, joiners: ['', '_', '-'], words: '会議 資料 写真 見積書 東京 春 レポート ひまわり 最終版'.split(' ') },
  { weight: 5, joiners: ['', '-'], words: '合同 照片 年度报告 草稿 上海 目录 𠮷野家 预算'.split(' ') },
  { weight: 3, joiners: [' ', '_'], words: '보고서 사진 계약서 최종 서울 예산'.split(' ') },
  { weight: 3, joiners: [' ', ''], words: '🎉 👩‍👩‍👧 🏳️‍🌈 👍🏽 🇯🇵 ☕ party team'.split(' ') },
];

const TOTAL_WEIGHT = SCRIPTS.reduce((sum, script) => sum + script.weight, 0);

/** Names that are hard to show, sort or quote. */
export const AWKWARD = [
  '100% cotton.svg',
  "O'Brien; DROP TABLE files;--.txt",
  '<b>bold</b> & "quoted".html',
  '=SUM(A1:A9).csv',
  'trailing dot.',
  ' leading space.txt',
  'back\\slash.txt',
  'a/b/c.txt',
  'invoice\u202Egpj.exe',
  'zero\u200Bwidth.txt',
  'tab\there.txt',
  '__proto__',
  'NUL',
  '.env',
  `${'very long name '.repeat(15)}end.pdf`,
] as const;

function pickScript(random: Random): Script | undefined {
  let left = random.below(TOTAL_WEIGHT);
  return SCRIPTS.find((script) => (left -= script.weight) < 0);
}

function stem(random: Random): string {
  const script = pickScript(random);
  if (!script) return 'untitled';
  const joiner = random.pick(script.joiners);
  const words = Array.from({ length: 1 + random.below(3) }, () => random.pick(script.words));
  if (random.chance(0.6)) words.push(String(random.below(10_000)));
  return words.join(joiner);
}

/**
 * A name such as people give to files.
 *
 * @param extension with its dot, or empty for a folder
 */
export function fileName(random: Random, extension: string): string {
  if (random.chance(0.01)) return random.pick(AWKWARD);
  if (extension === '.jpg' && random.chance(0.3)) return `IMG_${String(random.below(10_000)).padStart(4, '0')}.JPG`;
  const copies = random.chance(0.03) ? ` (${1 + random.below(4)})` : '';
  return `${stem(random)}${copies}${extension}`;
}

/** Metadata keys, the most frequent first, with their values. */
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

/** Metadata with 0 to 10 pairs, most often one to three. */
export function madeUpKeyvalues(random: Random): Keyvalues {
  const wanted = random.chance(0.2) ? 0 : 1 + Math.floor(random.next() ** 2.5 * MOST_PAIRS);
  const pairs = new Map<string, string>();
  for (let tries = 0; pairs.size < wanted && tries < 40; tries++) {
    const { key, values } = random.pickSkewed(KEYS);
    pairs.set(key, random.pick(values));
  }
  return pairs;
}

export type FileKind = {
  readonly mimeType: string | null;
  readonly extension: string;
  /** The range of sizes, in bytes; small sizes are by far the most frequent. */
  readonly smallestBytes: number;
  readonly largestBytes: number;
};

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

function kind(mimeType: string | null, extension: string, smallestBytes: number, largestBytes: number): FileKind {
  return { mimeType, extension, smallestBytes, largestBytes };
}

export const FOLDER_MIME_TYPE = 'directory';

/** File types, the most frequent first. */
export const FILE_KINDS: readonly FileKind[] = [
  kind('image/png', '.png', 2 * KB, 20 * MB),
  kind('application/json', '.json', 40, 400 * KB),
  kind('image/jpeg', '.jpg', 20 * KB, 15 * MB),
  kind('application/pdf', '.pdf', 8 * KB, 80 * MB),
  kind(FOLDER_MIME_TYPE, '', 4 * KB, 40 * GB),
  kind('video/mp4', '.mp4', 500 * KB, 4 * GB),
  kind('text/plain', '.txt', 0, 200 * KB),
  kind('image/webp', '.webp', 2 * KB, 4 * MB),
  kind('image/svg+xml', '.svg', 300, 900 * KB),
  kind('text/html', '.html', 200, 900 * KB),
  kind('audio/mpeg', '.mp3', 200 * KB, 200 * MB),
  kind('image/gif', '.gif', 10 * KB, 30 * MB),
  kind('text/csv', '.csv', 20, 600 * MB),
  kind('text/markdown', '.md', 10, 300 * KB),
  kind('application/zip', '.zip', 1 * KB, 8 * GB),
  kind('model/gltf-binary', '.glb', 30 * KB, 400 * MB),
  kind('video/quicktime', '.mov', 2 * MB, 12 * GB),
  kind('audio/wav', '.wav', 100 * KB, 900 * MB),
  kind('application/octet-stream', '.bin', 1, 60 * GB),
  kind('application/vnd.openxmlformats-officedocument.wordprocessingml.document', '.docx', 9 * KB, 30 * MB),
  kind('application/wasm', '.wasm', 500, 40 * MB),
  kind('font/woff2', '.woff2', 6 * KB, 3 * MB),
  kind(null, '.dat', 1, 1 * GB),
];
