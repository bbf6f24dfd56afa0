import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import { record } from './record.ts';

/** The icons in the tray of a system that the test alone looks at. */
const shown: Tray[] = [];

/** Electron's `Tray`. */
export class Tray extends EventEmitter {
  #items: readonly MenuItemConstructorOptions[] = [];

  constructor() {
    super();
    record('new Tray');
    shown.push(this);
  }

  setToolTip(text: string): void {
    record('tray.setToolTip', text);
  }

  setTitle(text: string): void {
    record('tray.setTitle', text);
  }

  setContextMenu(items: readonly MenuItemConstructorOptions[]): void {
    this.#items = items;
    record('tray.setContextMenu', items);
  }

  destroy(): void {
    record('tray.destroy');
    shown.splice(shown.indexOf(this), 1);
  }

  /** The person chooses a line of the menu. @returns whether there is one with these words */
  choose(label: string): boolean {
    const item = this.#items.find((one) => one.label === label && one.enabled !== false);
    if (item?.click) Reflect.apply(item.click, null, []);
    return item !== undefined;
  }
}

/** The person clicks on the icon, or chooses a line of its menu. @returns whether it is there */
export function useTray(label: string | null): boolean {
  const [icon] = shown;
  return icon !== undefined && (label === null ? icon.emit('click') : icon.choose(label));
}
