import type { Page } from 'playwright/test';
import { command, everyState, show } from './pages/every-state.ts';
import { copying, expect, test } from './pages/preconditions.ts';

/** States with something chosen in them, one for each kind of list, menu and mark. */
const chosen = [
  'a file',
  'selection',
  'menu of a row',
  'palette, typed',
  'conflict',
  'changes sent',
  'library',
  'an API key',
  'activity',
  'guide',
  'settings, connections',
  'settings, appearance',
];
const states = Object.values(everyState)
  .flat()
  .filter(({ name }) => chosen.includes(name));

test(
  'forced colours leave visible what is chosen, what has the focus, and what a mark says',
  { tag: '@web-host' },
  async ({ open }) => {
    expect(states.map(({ name }) => name).sort()).toEqual([...chosen].sort());
    const app = await open({ env: { PINFOLD_PRACTICE_EMPTY: '0' } });
    const { page } = app;
    await app.firstRun.practise.click();
    await expect(app.status).toContainText(/needs? you/, copying);
    await page.emulateMedia({ forcedColors: 'active' });
    for (const state of states) {
      await test.step(state.name, async () => {
        await show(app, state);
        expect.soft(await indistinct(page), state.name).toEqual([]);
        expect.soft(await unpaintedMarks(page), state.name).toEqual([]);
        await state.leave?.(app);
      });
    }
    await test.step('the focus', async () => {
      await command(app, 'Settings');
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
        return `${outlineStyle} ${outlineWidth}`;
      });
      expect(outline).toBe('solid 2px');
    });
  },
);

test(
  'a choice shown by its background, and a mark in the colour of the ground, would be found',
  {
    tag: '@web-host',
  },
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.setContent(`<ul><li aria-current="true" style="background: gold">on</li><li>off</li></ul>
    <main><svg><path fill="Canvas" d="M0 0h9v9" style="forced-color-adjust: none"/></svg></main>`);
    expect(await indistinct(page)).toHaveLength(1);
    expect(await unpaintedMarks(page)).toHaveLength(1);
  },
);

/**
 * What looks like its neighbours though it alone is chosen. A background says nothing here, because forced colours
 * paint over it, except in a colour of the system.
 */
function indistinct(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const states = ['aria-current', 'aria-selected', 'aria-checked', 'aria-pressed'];
    const edges = ['Top', 'Right', 'Bottom', 'Left'].flatMap((side) => [
      `border${side}Color`,
      `border${side}Width`,
      `border${side}Style`,
    ]);
    const told = [...edges, 'outlineStyle', 'outlineColor', 'outlineWidth', 'color'] as const;
    const look = (element: Element): string => {
      const style = getComputedStyle(element) as unknown as Record<string, string>;
      // Chromium keeps the opacity of a background that it paints over.
      const ground = style['backgroundColor']?.match(/\d+/g)?.slice(0, 3).join();
      return [ground, ...told.map((property) => style[property])].join(' ');
    };
    const isOn = (element: Element, state: string): boolean => !['false', null].includes(element.getAttribute(state));
    const isSeen = (element: Element): boolean => element.getClientRects().length > 0;
    return states.flatMap((state) =>
      [...document.querySelectorAll(`[${state}]`)]
        .filter((element) => isOn(element, state) && isSeen(element))
        .flatMap((element) => {
          const tag = `${element.tagName.toLowerCase()}.${element.classList[0] ?? ''}`;
          const around = element.closest('nav, ul, [role=grid], [role=listbox], [role=radiogroup], [role=toolbar]');
          const likes = [...(around?.querySelectorAll(element.tagName) ?? [])].filter(
            (other) => other.className === element.className && !isOn(other, state) && isSeen(other),
          );
          return likes.some((like) => look(like) === look(element))
            ? [`${state} ${tag} ${element.textContent.trim()}`]
            : [];
        }),
    );
  });
}

/** The marks of state that nobody sees: each part that is meant to be painted has the colour of the ground. */
function unpaintedMarks(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.cssText = 'color: Canvas; forced-color-adjust: none';
    const ground = getComputedStyle(probe).color;
    probe.remove();
    return [...document.querySelectorAll('main svg')].flatMap((mark) => {
      const shapes = [...mark.querySelectorAll('path, circle, rect, line, polygon, polyline, ellipse')];
      const isPainted = shapes.some((shape) => {
        const { fill, stroke } = getComputedStyle(shape);
        return [fill, stroke].some((paint) => paint !== 'none' && paint !== ground);
      });
      return shapes.length === 0 || isPainted ? [] : [mark.outerHTML];
    });
  });
}
