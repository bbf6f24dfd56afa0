type Verbs = { readonly send: () => void; readonly rehearse: () => void; readonly leave: (() => void) | null };

/** The keys of the whole screen: Mod+Enter sends, Mod+Shift+Enter rehearses, Esc puts the dry run away. */
export function pressInChanges(event: KeyboardEvent, { send, rehearse, leave }: Verbs): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const withControl = event.ctrlKey || event.metaKey;
  const act =
    event.key === 'Enter' && withControl ? (event.shiftKey ? rehearse : send) : event.key === 'Escape' ? leave : null;
  if (act === null) return;
  event.preventDefault();
  act();
}
