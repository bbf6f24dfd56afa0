/** What a menu offers. */
export type MenuAction = {
  readonly id: string;
  readonly title: string;
  /** The keys of its shortcut; null without one. */
  readonly keys: string | null;
  /** Why it cannot be done now; null when it can. */
  readonly whyNot: string | null;
  readonly run: () => unknown;
};

/** A menu over a list. `parts`: a line stands between each two. */
export type OpenActionMenu = {
  readonly anchor: { readonly getBoundingClientRect: () => DOMRect };
  readonly parts: readonly (readonly MenuAction[])[];
};
