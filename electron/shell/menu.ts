import type { MenuItemConstructorOptions } from 'electron';
import { type MenuWords, menuWords } from './menu-words.ts';

type Role = NonNullable<MenuItemConstructorOptions['role']>;

const line: MenuItemConstructorOptions = { type: 'separator' };

/** The menus of a platform. Every item has words of ours: Electron's roles are labelled in English (Electron, "MenuItem"). */
export function menuTemplate(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  language: keyof typeof menuWords,
): MenuItemConstructorOptions[] {
  const words = menuWords[language];
  const item = (role: keyof MenuWords['items'] & Role): MenuItemConstructorOptions => ({
    role,
    label: words.items[role],
  });
  const isMac = platform === 'darwin';
  const developing = isPackaged ? [] : [line, item('toggleDevTools')];
  return [
    ...(isMac ? [appMenu(item)] : []),
    // On macOS it is the only menu that closes a window.
    { role: 'fileMenu', label: words.file, submenu: [item(isMac ? 'close' : 'quit')] },
    { role: 'editMenu', label: words.edit, submenu: editItems.map((role) => (role === null ? line : item(role))) },
    {
      label: words.view,
      submenu: [
        ...[item('resetZoom'), item('zoomIn'), ...moreKeysOf(item('zoomIn')), item('zoomOut'), line],
        ...[item('togglefullscreen'), ...developing],
      ],
    },
    {
      role: 'windowMenu',
      label: words.window,
      submenu: [item('minimize'), item('zoom'), ...(isMac ? [line, item('front')] : [item('close')])],
    },
  ];
}

/**
 * Further keys that zoom in. Electron takes the plus of the role's `CommandOrControl+Plus` for Shift with the equals key: a
 * German plus needs no Shift, and neither does the one of a number pad (Electron, "Accelerator").
 */
const moreKeysOf = (zoomIn: MenuItemConstructorOptions): MenuItemConstructorOptions[] =>
  ['CommandOrControl+=', 'CommandOrControl+numadd'].map((accelerator) => ({ ...zoomIn, accelerator, visible: false }));

const editItems = [
  'undo',
  'redo',
  null,
  'cut',
  'copy',
  'paste',
  'pasteAndMatchStyle',
  'delete',
  null,
  'selectAll',
] as const;

const appMenu = (
  item: (role: 'about' | 'services' | 'hide' | 'hideOthers' | 'unhide' | 'quit') => MenuItemConstructorOptions,
) => ({
  role: 'appMenu' as const,
  submenu: [
    item('about'),
    line,
    item('services'),
    line,
    item('hide'),
    item('hideOthers'),
    item('unhide'),
    line,
    item('quit'),
  ],
});
