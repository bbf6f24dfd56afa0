import { untrack } from 'svelte';
import { isTrueToScale, type ScrollPosition, scrollPxOf, topPxOf } from '../../state/lists/virtual-scroll.svelte.ts';

/**
 * Keeps a scroll bar and its list together. In a list that is not true to scale a pixel of the bar stands for many of the
 * list, and the wheel still moves the list by the pixels of the wheel.
 */
export class ScrollBar {
  readonly #list: Pick<ScrollPosition, 'geometry' | 'topPx'>;
  readonly #to: (topPx: number) => void;
  /** Stands for `scrollTop`, which would force a layout when it is read. */
  #barPx = $state(0);

  /** @param to moves the list, which stays within its ends */
  constructor(list: Pick<ScrollPosition, 'geometry' | 'topPx'>, to: (topPx: number) => void) {
    this.#list = list;
    this.#to = to;
  }

  /** How much further the list has moved than its bar; 0 where the list is true to scale. */
  get aheadPx(): number {
    return isTrueToScale(this.#list.geometry) ? 0 : this.#list.topPx - this.#barPx;
  }

  /** Puts the bar where the list is. To be called in an effect: keys, an answer and a return to the screen move the list. */
  follow(element: HTMLElement): void {
    const wantedPx = scrollPxOf(this.#list.topPx, this.#list.geometry);
    if (Math.abs(untrack(() => this.#barPx) - wantedPx) < 1) return;
    element.scrollTop = wantedPx;
    this.#barPx = element.scrollTop;
  }

  /** Puts the list where a person has moved the bar. */
  moved({ scrollTop }: HTMLElement): void {
    if (Math.abs(scrollTop - this.#barPx) < 1) return;
    this.#barPx = scrollTop;
    const { geometry, topPx } = this.#list;
    if (Math.abs(scrollTop - scrollPxOf(topPx, geometry)) >= 1) this.#to(topPxOf(scrollTop, geometry));
  }

  /** Svelte registers `onwheel` as a passive listener, and a passive listener cannot call `preventDefault` (DOM standard). */
  readonly wheel = (element: HTMLElement): (() => void) => {
    const turn = (event: WheelEvent): void => this.#turn(event);
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  };

  #turn(event: WheelEvent): void {
    const { geometry, topPx } = this.#list;
    if (event.ctrlKey || event.shiftKey || isTrueToScale(geometry)) return;
    event.preventDefault();
    const unitPx = [1, geometry.rowPx, geometry.openingPx][event.deltaMode] ?? 1;
    this.#to(topPx + event.deltaY * unitPx);
  }
}
