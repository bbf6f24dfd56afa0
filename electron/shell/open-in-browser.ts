import type { Shell } from 'electron';
import { isHttpOnThisComputer, isSubdomainOfLocalhost } from '../../src/domain/core/this-computer.ts';

/**
 * Shows an address in the person's browser. The system decides by the scheme which program opens an address, so that
 * another one than https, or http on this computer, is refused (Electron, "Security", 15).
 *
 * @returns whether that worked
 */
export async function openInBrowser({ openExternal }: Pick<Shell, 'openExternal'>, url: string): Promise<boolean> {
  if (!isOfTheWeb(url)) return false;
  try {
    await openExternal(url);
    return true;
  } catch (error) {
    // A system without a browser rejects with a plain Error (Electron, `shell.openExternal`).
    if (error instanceof Error) return false;
    throw error;
  }
}

function isOfTheWeb(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const address = new URL(url);
  const isHere = isHttpOnThisComputer(address) || (address.protocol === 'http:' && isSubdomainOfLocalhost(address));
  const isSafe = address.protocol === 'https:' || isHere;
  return isSafe && address.username === '' && address.password === '';
}
