/** What a menu opens beside: an element, or a point. */
export type MenuAnchor = { readonly getBoundingClientRect: () => DOMRect };

/** The menu that is open over the list of files. `about`: the row alone, or whatever is selected. */
export type OpenMenu = {
  readonly kind: 'row' | 'copy';
  readonly about: 'row' | 'selection';
  readonly anchor: MenuAnchor;
};

/** The menus over the list of files: at most one is open. */
export class FileMenusState {
  #open = $state.raw<OpenMenu | null>(null);

  get open(): OpenMenu | null {
    return this.#open;
  }

  show(menu: OpenMenu): void {
    this.#open = menu;
  }

  close(): void {
    this.#open = null;
  }
}
