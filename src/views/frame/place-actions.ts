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
    .map(({ item, within }, place) => placeAction(app, item, { within, id: `place-${place}` }));

/** @param of `within` is the screen, or the list of groups, that a part belongs to */
function placeAction(
  { keymap, router }: AppStates,
  { icon, label, target }: NavItem,
  { within, id }: { readonly within: string | null; readonly id: string },
): PaletteAction {
  const title = icon === null && within !== null ? commandTitles.within(within, label) : label;
  const shortcut = shortcutTo(target);
  const keys = shortcut === undefined ? null : keymap.shown(shortcut);
  return makeAction('places', id, title, { keys, run: () => router.go(target) });
}

const shortcutTo = (target: RouteTarget): ShortcutId | undefined =>
  destinations.find(([, destination]) => isSameTarget(destination, target))?.[0];
