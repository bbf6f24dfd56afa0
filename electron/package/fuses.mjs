import { join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';

/**
 * Every fuse of the runtime, decided. `strictlyRequireAllFuses` stops a package for a runtime that has one more. The archive's
 * integrity is checked on macOS and Windows alone (Electron, "ASAR Integrity").
 *
 * @param {string} platform
 * @param {{ host?: string }} [where] `host` is the platform that packs
 */
export const fusesOf = (platform, { host = process.platform } = {}) => ({
  version: FuseVersion.V1,
  strictlyRequireAllFuses: /** @type {const} */ (true),
  // A changed byte ends the signature that Apple's processors ask for, and without a certificate the builder signs nothing. A
  // signature with one replaces this one. The program that signs is part of macOS.
  resetAdHocDarwinSignature: platform === 'darwin' && host === 'darwin',
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: platform !== 'linux',
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Bounds of WebAssembly memory are caught by the processor; the page and the signatures' hashes are plain JavaScript.
  [FuseV1Options.WasmTrapHandlers]: true,
});

/**
 * Sets the fuses of a packed app, before it is signed.
 *
 * @param {import('electron-builder').AfterPackContext} context
 */
export async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const { productFilename } = packager.appInfo;
  const executable = {
    darwin: `${productFilename}.app`,
    win32: `${productFilename}.exe`,
    linux: packager.config.linux?.executableName ?? productFilename,
  }[electronPlatformName];
  if (executable === undefined) throw new Error(`There are no fuses for ${electronPlatformName}.`);
  await flipFuses(join(appOutDir, executable), fusesOf(electronPlatformName));
}
