import type { SystemNotification } from '../host.ts';

type Shown = { on(event: 'click' | 'close' | 'failed', listener: () => void): unknown; show(): void };
type NotificationClass = { new (options: SystemNotification): Shown; isSupported(): boolean };

/**
 * Shows notifications of the system; a click shows a window of the app. Each is held until it is gone: macOS takes one that nobody
 * holds out of its list, and the click is lost (Electron, "Notification").
 *
 * @returns null where the system has none
 */
export function systemNotifier(
  Notification: NotificationClass,
  showApp: () => void,
): ((notice: SystemNotification) => void) | null {
  if (!Notification.isSupported()) return null;
  const held = new Set<Shown>();
  return ({ title, body }) => {
    const notification = new Notification({ title, body });
    held.add(notification);
    notification.on('close', () => held.delete(notification));
    notification.on('failed', () => held.delete(notification));
    notification.on('click', () => {
      held.delete(notification);
      showApp();
    });
    notification.show();
  };
}
