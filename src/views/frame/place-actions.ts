import type { ShortcutId } from '../../domain/keyboard/shortcuts.ts';
import type { AppStates, Screens } from '../../state/app-states.svelte.ts';
import type { RouteTarget } from '../../state/app/route.ts';
import type { PaletteAction } from '../../state/palette/palette.svelte.ts';
import { makeAction } from '../palette/make-action.ts';
import { commandTitles } from '../palette/palette-messages.ts';
import { frameMessages } from './frame-messages.ts';
import { isSameTarget, type NavItem, navSections } from './nav-items.ts';
import { destinations } from './shortcuts.ts';

/** The screens and their parts as the navigation lists them, without the saved views. */
export const placeActions = (app: AppStates, { counts, groupNames, savedViews }: Screens): readonly PaletteAction[] =>
  navSections(counts, savedViews, groupNames.shown)
    .flatMap(({ title, items }) =>
      items
        .filter(({ view }) => view === undefined)
        .map((item) => ({ item, within: title === frameMessages.nav.groups ? title : (items[0]?.label ?? null) })),
    )
    .map(({ item, within }) => placeAction(app, item, within));

/** @param within the screen, or the list of groups, that a part belongs to */
function placeAction(
  { keymap, router }: AppStates,
  { icon, label, target }: NavItem,
  within: string | null,
): PaletteAction {
  // By its address: a place that was chosen before is found again although groups came and went.
  const id = `place-${target.kind}-${encodeURIComponent(router.href(target))}`;
  const title = icon === null && within !== null ? commandTitles.within(within, label) : label;
  const shortcut = shortcutTo(target);
  const keys = shortcut === undefined ? null : keymap.shown(shortcut);
  return makeAction('places', id, title, { keys, run: () => router.go(target) });
}

const shortcutTo = (target: RouteTarget): ShortcutId | undefined =>
  destinations.find(([, destination]) => isSameTarget(destination, target))?.[0];
