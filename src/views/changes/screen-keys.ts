type Verbs = {
  readonly send: () => void;
  readonly dryRun: () => void;
  readonly leave: (() => void) | null;
  readonly explain: () => void;
};

/**
 * The shortcuts of the Changes screen: Mod+Enter sends, Mod+Shift+Enter makes a dry run, Mod+/ explains, Esc closes the
 * dry run.
 */
export function pressInChanges(event: KeyboardEvent, verbs: Verbs): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const withControl = event.ctrlKey || event.metaKey;
  const act = withControl ? withModifier(event, verbs) : event.key === 'Escape' ? verbs.leave : null;
  if (act === null) return;
  event.preventDefault();
  act();
}

function withModifier({ key, shiftKey }: KeyboardEvent, { send, dryRun, explain }: Verbs): (() => void) | null {
  if (key === '/') return explain;
  if (key !== 'Enter') return null;
  return shiftKey ? dryRun : send;
}
