const stops = ':is(input, button, select, textarea):not(:disabled), a[href], [tabindex="0"]';

const firstStop = (pane: HTMLElement | undefined): HTMLElement | undefined =>
  [...(pane?.querySelectorAll<HTMLElement>(stops) ?? [])].find((stop) => stop.checkVisibility());

/**
 * Moves the focus to the next pane of the window; in a pane with a grid, to the grid instead of its first button. A pane
 * where nothing takes the focus takes it itself, so that the key is trapped before none.
 */
export function nextPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.checkVisibility());
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const from = at < 0 && by < 0 ? 0 : at;
  const pane = panes[(from + by + panes.length) % panes.length];
  if (pane !== undefined) enterPane(pane);
}

function enterPane(pane: HTMLElement): void {
  for (const stop of [pane.querySelector<HTMLElement>('[role=grid]'), firstStop(pane)]) {
    stop?.focus();
    if (pane.contains(document.activeElement)) return;
  }
  pane.tabIndex = -1;
  pane.focus();
}
