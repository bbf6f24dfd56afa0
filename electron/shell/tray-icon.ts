import type { Menu, NativeImage, Tray } from 'electron';
import icon16 from '../../resources/icons/16x16.png?inline';
import icon32 from '../../resources/icons/32x32.png?inline';
import mac16 from '../../resources/icons/tray/16x16.png?inline';
import mac32 from '../../resources/icons/tray/32x32.png?inline';
import type { TrayIcon } from './tray.ts';

type Electron = {
  readonly Tray: new (
    image: NativeImage,
  ) => Pick<Tray, 'setToolTip' | 'setTitle' | 'setContextMenu' | 'on' | 'destroy'>;
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>;
  readonly nativeImage: { readonly createEmpty: () => NativeImage };
};

/** Makes an icon in the tray of the system, by its conventions. */
export function makeTrayIcon({ Tray, Menu, nativeImage }: Electron, platform: NodeJS.Platform): TrayIcon {
  const isMac = platform === 'darwin';
  const image = nativeImage.createEmpty();
  const [small, large] = isMac ? [mac16, mac32] : [icon16, icon32];
  image.addRepresentation({ scaleFactor: 1, dataURL: small });
  image.addRepresentation({ scaleFactor: 2, dataURL: large });
  // macOS colours it like every other icon of its bar.
  if (isMac) image.setTemplateImage(true);
  const tray = new Tray(image);
  return {
    setText: (text, waiting) => {
      tray.setToolTip(text);
      if (isMac) tray.setTitle(waiting === 0 ? '' : String(waiting));
    },
    setItems: (items) => {
      const template = items.map(({ label, click }) =>
        click === null ? { label, enabled: false } : { label, click: () => click() },
      );
      tray.setContextMenu(Menu.buildFromTemplate(template));
    },
    // On macOS a click opens the menu.
    onClick: (clicked) => void (isMac || tray.on('click', clicked)),
    destroy: () => tray.destroy(),
  };
}
