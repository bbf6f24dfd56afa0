import type { SystemNotification } from '../host.ts';
import { focusWindow } from './windows.ts';

type Shown = { on(event: 'click', listener: () => void): unknown; show(): void };
type NotificationClass = { new (options: SystemNotification): Shown; isSupported(): boolean };
type Window = Parameters<typeof focusWindow>[0];

/** Shows notifications of the system; a click focuses the window. @returns null where the system has none */
export function systemNotifier(
  Notification: NotificationClass,
  window: () => Window | null,
): ((notice: SystemNotification) => void) | null {
  if (!Notification.isSupported()) return null;
  return ({ title, body }) => {
    const notification = new Notification({ title, body });
    notification.on('click', () => {
      const shown = window();
      if (shown !== null) focusWindow(shown);
    });
    notification.show();
  };
}
