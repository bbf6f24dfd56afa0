import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import configuration from '../../electron/package/builder-config.mjs';
import { LINK_SCHEME } from '../../electron/shell/links.ts';
import { windowsIdentity } from '../../electron/shell/windows-identity.ts';

/** What is asked for, by platform, then by the builder's number of a processor: the kinds of packages. */
type Targets = ReadonlyMap<{ readonly buildConfigurationKey: 'linux' | 'mac' | 'win' }, ReadonlyMap<number, string[]>>;
type Packager = { readonly platformSpecificBuildOptions: object; readonly defaultTarget: readonly string[] };
type Builder = { readonly normalizeOptions: (words: object) => { readonly targets: Targets } };
type Library = {
  readonly computeArchToTargetNamesMap: (
    asked: ReadonlyMap<number, string[]>,
    packager: Packager,
    platform: object,
  ) => ReadonlyMap<number, string[]>;
};

const ours = createRequire(import.meta.url);
const builder = ours('electron-builder/out/builder.js') as Builder;
const library = createRequire(ours.resolve('electron-builder'));
const { computeArchToTargetNamesMap } = library('app-builder-lib/out/targets/targetFactory.js') as Library;
const { Arch: processors } = library('builder-util') as { readonly Arch: Readonly<Record<number, string>> };

/** The processors that the builder packs for, as it takes what was said on its command line. */
function packedFor(words: object): readonly (string | undefined)[] {
  const { targets } = builder.normalizeOptions(words);
  return [...targets].flatMap(([platform, asked]) => {
    const platformSpecificBuildOptions = configuration[platform.buildConfigurationKey] ?? {};
    const packager = { platformSpecificBuildOptions, defaultTarget: [] };
    return [...computeArchToTargetNamesMap(asked, packager, platform).keys()].map((number) => processors[number]);
  });
}

test.each(['linux', 'mac', 'win'])(
  'a package for %s is made for the processor that was asked for, and no other',
  (system) => {
    expect(packedFor({ [system]: [], x64: true })).toEqual(['x64']);
    expect(packedFor({ [system]: [], arm64: true })).toEqual(['arm64']);
  },
);

test('without a word a package is made for the processor of this machine', () => {
  expect(packedFor({})).toEqual([process.arch]);
  expect(packedFor({ dir: true })).toEqual([process.arch]);
});

test.each([configuration.linux, configuration.mac, configuration.win])(
  'a package made beside an open app holds nothing of what starts leave for each other',
  (system) => expect(system?.files).toContain('!out/.pinfold-starts/**'),
);

test('an rpm has no links to build ids: those of Electron would be in the way of every other app with the same release of it', () => {
  expect(configuration.rpm?.fpm).toContain('--rpm-rpmbuild-define=_build_id_links none');
});

type DesktopHelper = {
  readonly LinuxTargetHelper: { readonly prototype: { computeDesktopEntry: (options: object) => Promise<string> } };
};

test('a Linux desktop knows the windows of the app by the name of the file that started it', async () => {
  const { LinuxTargetHelper } = library('app-builder-lib/out/targets/LinuxTargetHelper.js') as DesktopHelper;
  const { linux, extraMetadata, productName, protocols } = configuration;
  const appInfo = { productName, sanitizedProductName: productName, description: '' };
  const info = { metadata: extraMetadata };
  const packager = {
    appInfo,
    info,
    config: { protocols },
    fileAssociations: [],
    executableName: linux?.executableName,
  };
  const helper = Object.assign(Object.create(LinuxTargetHelper.prototype) as typeof LinuxTargetHelper.prototype, {
    packager: { ...packager, platformSpecificBuildOptions: linux },
  });
  const entry = await helper.computeDesktopEntry({ ...linux });
  // Electron gives its windows this name on X11, and as the id of the app on Wayland (Electron, `app.setDesktopName`).
  expect(extraMetadata).toMatchObject({ desktopName: `${linux?.executableName}.desktop` });
  expect(entry).toMatch(/^StartupWMClass=pinfold$/m);
  expect(entry).toMatch(/^MimeType=x-scheme-handler\/pinfold;$/m);
  expect(entry).toMatch(/^Exec=\/opt\/Pinfold\/pinfold %U$/m);
});

test('each start of the portable program has a folder of its own, which no other start empties', () => {
  expect(configuration.portable?.unpackDirName).toBe(true);
});

/** What the uninstaller of Windows does of its own. */
function uninstallMacro(): string {
  const text = readFileSync(configuration.nsis?.include ?? '', 'utf8');
  return /!macro customUnInstall\n(.*?)\n!macroend/s.exec(text)?.[1] ?? '';
}

const uninstallSteps = (): readonly string[] =>
  uninstallMacro()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('#'));

test('who uninstalls the app on Windows is rid of its links, which the app itself registered', () => {
  expect(uninstallMacro()).toContain(`DeleteRegKey HKCU "Software\\Classes\\${LINK_SCHEME}"`);
});

test('an uninstaller leaves the links to another installation, and an update leaves them all', () => {
  // Electron writes `"program" "--" "%1"` for `setAsDefaultProtocolClient(scheme, program, ['--'])`.
  expect(uninstallSteps().slice(0, 8)).toEqual([
    '${ifNot} ${isUpdated}',
    `ReadRegStr $R0 HKCU "Software\\Classes\\${LINK_SCHEME}\\shell\\open\\command" ""`,
    `StrCpy $R1 '"$INSTDIR\\\${APP_EXECUTABLE_FILENAME}"'`,
    'StrLen $R2 $R1',
    'StrCpy $R0 $R0 $R2',
    '${if} $R0 == $R1',
    `DeleteRegKey HKCU "Software\\Classes\\${LINK_SCHEME}"`,
    '${endIf}',
  ]);
});

test('what Electron registered for notifications goes too, but not that of another installation', () => {
  const start = { platform: 'win32', env: {}, isPackaged: true, appId: 'io.example.pinfold' } as const;
  const activator = `Software\\Classes\\CLSID\\${windowsIdentity(start)?.toastActivator}`;
  // Electron writes the program without quotation marks (`EnsureCLSIDRegistry` of windows_toast_activator.cc).
  expect(uninstallSteps().slice(8)).toEqual([
    `ReadRegStr $R0 HKCU "${activator}\\LocalServer32" ""`,
    '${if} $R0 == "$INSTDIR\\${APP_EXECUTABLE_FILENAME}"',
    `DeleteRegKey HKCU "${activator}"`,
    '${if} $installMode == "all"',
    'SetShellVarContext current',
    'Delete "$SMPROGRAMS\\${SHORTCUT_NAME}.lnk"',
    'SetShellVarContext all',
    ...['${endIf}', '${endIf}', '${endIf}'],
  ]);
});
