import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { findHeadlessBrowser } from '../../electron/launch/browser.mjs';
import { root } from '../../electron/launch/project.mjs';

/**
 * Makes the icons of all systems from `resources/icons/pinfold.svg`: PNG for Linux, and the containers of Windows and macOS,
 * which hold PNG too. Run it after a change of the drawing.
 */

const directory = join(root, 'resources/icons');
const svg = readFileSync(join(directory, 'pinfold.svg'), 'utf8');

/** The lines of the drawing alone, as black as macOS wants an icon that it colours itself, and as large as the square. */
const template = svg
  .replace(/<rect [^>]*>/, '')
  .replaceAll('#f5f3ec', '#000')
  .replace('viewBox="0 0 1024 1024"', 'viewBox="172 172 680 680"');

/** A square picture of a drawing, with a transparent edge. */
async function picture(page: Page, sidePx: number, drawing = svg): Promise<Buffer> {
  await page.setViewportSize({ width: sidePx, height: sidePx });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${sidePx}px;height:${sidePx}px}</style>${drawing}`,
  );
  return await page.screenshot({ omitBackground: true });
}

/** Windows' container: a directory of 16 bytes for each picture (Microsoft, "Icons in Win32"); a side of 256 is written as 0. */
function windowsIcon(pictures: ReadonlyMap<number, Buffer>): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.size);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.size, 4);
  let [entry, offset] = [6, head.length];
  for (const [sidePx, png] of pictures) {
    head.writeUInt8(sidePx % 256, entry);
    head.writeUInt8(sidePx % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    entry += 16;
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.values()]);
}

/** The types of macOS' container, by the side of their PNG. */
const macTypes = new Map([
  [16, 'icp4'],
  [32, 'icp5'],
  [128, 'ic07'],
  [256, 'ic08'],
  [512, 'ic09'],
  [1024, 'ic10'],
]);

function macIcon(pictures: ReadonlyMap<number, Buffer>): Buffer {
  const parts = [...macTypes].flatMap(([sidePx, type]) => {
    const png = pictures.get(sidePx);
    return png === undefined ? [] : [chunk(type, png)];
  });
  return chunk('icns', Buffer.concat(parts));
}

/** Four letters, the length of all of it, and the content. */
function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}

const browser = await chromium.launch({ executablePath: (await findHeadlessBrowser()) ?? '' });
const page = await browser.newPage();
const pictures = new Map<number, Buffer>();
for (const sidePx of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) pictures.set(sidePx, await picture(page, sidePx));
const trayDirectory = join(directory, 'tray');
mkdirSync(trayDirectory, { recursive: true });
for (const sidePx of [16, 32])
  writeFileSync(join(trayDirectory, `${sidePx}x${sidePx}.png`), await picture(page, sidePx, template));
await browser.close();
for (const [sidePx, png] of pictures) if (sidePx !== 24) writeFileSync(join(directory, `${sidePx}x${sidePx}.png`), png);
const upTo256 = new Map([...pictures].filter(([sidePx]) => sidePx <= 256));
writeFileSync(join(directory, 'pinfold.ico'), windowsIcon(upTo256));
writeFileSync(join(directory, 'pinfold.icns'), macIcon(pictures));
