import type { Page } from 'playwright/test';

/** What is wrong with the texts on a page. */
export type TextFindings = {
  readonly clipped: readonly string[];
  /** Words with a vowel that nobody accented. */
  readonly plain: readonly string[];
  /** Pixels by which the page is wider than its window. */
  readonly widerByPx: number;
};

/** Looks at every text in sight: what is cut off without an ellipsis, and what is no word of a catalogue. */
export const textFindings = (page: Page): Promise<TextFindings> => page.evaluate(look);

function look(): TextFindings {
  // Text of services stands in `bdi`, made things in monospace; dates come from the system, `kbd` names keys.
  const data = 'bdi, kbd, code, .mono, .cid, time, option, [data-foreign], svg [aria-hidden="true"]';
  const madeByIntl =
    /\b(vor|Std|Min|Sek|Tag|Tage|Tagen|gestern|heute|jetzt|Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sept|Okt|Nov|Dez|bytes?|[kMGT]?B)\b\.?/g;
  const clipped: string[] = [];
  const plain: string[] = [];
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('.unseen, [hidden], [inert]') === null;

  const wordsIn = (text: string): string[] =>
    (text.match(/[\p{L}\p{M}\d]+/gu) ?? []).filter((word) => /[a-z]*[aeiou][a-z]+/i.test(word));

  const cutBy = (rect: DOMRect, from: Element): Element | null => {
    for (let box: Element | null = from; box !== null && box !== document.body; box = box.parentElement) {
      const { overflowX, textOverflow, position } = getComputedStyle(box);
      const { left, right } = box.getBoundingClientRect();
      const isOutside = rect.right > right + 1.5 || rect.left < left - 1.5;
      if (right - left <= 1) return null; // only for screen readers
      if (isOutside && textOverflow === 'ellipsis' && overflowX !== 'visible') return null;
      if (isOutside && (overflowX === 'hidden' || overflowX === 'clip')) return box;
      if (overflowX === 'auto' || overflowX === 'scroll' || position === 'fixed') return null;
    }
    return null;
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim();
    const parent = node.parentElement;
    if (text === '' || parent === null || parent.closest('script, style') !== null || !isSeen(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rect = range.getBoundingClientRect();
    if (rect.width === 0) continue;
    const box = parent.closest('bdi') === null ? cutBy(rect, parent) : null;
    if (box !== null && parent.closest('[title]') === null) clipped.push(`${text.slice(0, 60)} in .${box.className}`);
    const own = text.replaceAll(madeByIntl, '');
    if (parent.closest(data) === null) plain.push(...wordsIn(own));
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
    if (!isSeen(element) || element.closest(data) !== null) continue;
    for (const name of ['aria-label', 'placeholder', 'title']) {
      const said = (element.getAttribute(name) ?? '').replaceAll(madeByIntl, '');
      plain.push(...wordsIn(said));
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  return { clipped: [...new Set(clipped)], plain: [...new Set(plain)], widerByPx: scrollWidth - clientWidth };
}
