import type { Random } from './random.ts';

type Script = {
  /** How often this script is met, relative to the others. */
  readonly weight: number;
  readonly joiners: readonly string[];
  readonly words: readonly string[];
};

/** Words of many scripts; some accents are written as a letter and a combining mark, on purpose. */
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

/** Names that are hard on whatever shows, sorts or quotes them. */
const AWKWARD = [
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
