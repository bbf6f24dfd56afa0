/** What people look for: words of several scripts, parts of names, ids and metadata, common and rare. */
const WORDS = [
  ...['invoice', 'kestrel report', 'img_00', 'straße', 'resume', 'отчёт', '会議', '見積書 最終版', 'تقرير'],
  ...['mira voss', 'sha256:9f', 'ref-1', '보고서', '.glb', 'zażółć', '100% c', 'ultramarine', 'b-0007', 'łódź'],
  ...['budget 2', 'winter-field', 'qz', 'bafkrei', 'untitled', 'x-t5'],
];

/** Every text that stands in the search box while the words are typed. */
export const typedTexts: readonly string[] = WORDS.flatMap((word) => {
  const letters = [...word];
  return letters.map((_, at) => letters.slice(0, at + 1).join('')).filter((text) => text.trim() === text);
});

export const searchedWords: readonly string[] = WORDS;
