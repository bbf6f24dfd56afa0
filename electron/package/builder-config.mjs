import { fileURLToPath } from 'node:url';
import { afterPack } from './fuses.mjs';
import { metainfoPath, writeMetainfo } from './metainfo.mjs';
import { releasePlace } from './release-place.mjs';

/**
 * What electron-builder makes of `out/`. Every value is the one that version 27 asks for too, so that the move is the
 * builder's own `migrate-schema`.
 */

const place = releasePlace(process.env);
const summary = 'Files of an IPFS storage service, offline';
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Code that runs: no sources, no maps, nothing of a build that only speeds up the next one. */
const files = [
  'package.json',
  'out/**',
  '!out/.pinfold-build',
  '!out/.pinfold-starts/**',
  '!out/main/compiled/**',
  '!out/package/**',
  // The web host is what the npm package starts.
  '!out/main/{serve,web-host-*}.js',
  // They lie beside the archive, where a person finds them too.
  '!out/notices/**',
  '!**/*.map',
  // The Node that runs the project's own commands where the installed one is older; Electron brings its own.
  '!**/node_modules/node-*/**',
  '!**/node_modules/**/{README,CHANGELOG,readme,changelog}*',
  '!**/node_modules/**/*.{d.ts,d.mts,d.cts,md}',
  '!**/node_modules/better-sqlite3/{deps,src,build,binding.gyp}/**',
  '!**/node_modules/better-sqlite3/{deps,src,binding.gyp}',
  '!**/node_modules/undici/{docs,scripts,types}/**',
];

/**
 * What goes into the archive for one platform. The builder's own word for the platform is that of the machine it runs on, and
 * patterns of a platform beside general ones let in what the general ones keep out: so each platform has all of them.
 *
 * @param {string} platform as Node calls it
 */
const filesFor = (platform) => [
  ...files,
  // The SQLite of the target alone: the others are two megabytes each.
  `!**/node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}).node`,
];

/** Files and their places in the system, as the builder of deb and rpm takes them. */
const installedFiles =
  place.homepage === null ? [] : [`${metainfoPath}=/usr/share/metainfo/${place.appId}.metainfo.xml`];

/**
 * Kinds of packages name no processor: one in the configuration overrides `--x64` and `--arm64`, and each machine of a release
 * would pack for both.
 *
 * @type {import('electron-builder').Configuration}
 */
export default {
  appId: place.appId,
  productName: 'Pinfold',
  artifactName: 'pinfold-${version}-${os}-${arch}.${ext}',
  directories: { output: 'dist', buildResources: 'resources/package' },
  protocols: [{ name: 'Pinfold', schemes: ['pinfold'] }],
  asar: true,
  // A native module cannot be loaded from inside an archive.
  asarUnpack: ['**/*.node'],
  // A Node-API binary fits every runtime.
  npmRebuild: false,
  nodeGypRebuild: false,
  beforePack: ({ electronPlatformName }) => {
    const { appId, homepage } = place;
    if (electronPlatformName === 'linux' && homepage !== null) writeMetainfo({ appId, homepage, summary });
  },
  afterPack,
  extraMetadata: {
    // The name of the file that `syncDesktopName` and Electron both go by: the window belongs to what started it.
    desktopName: 'pinfold.desktop',
    ...(place.homepage === null ? {} : { homepage: place.homepage, repository: place.homepage, author: place.author }),
  },
  publish: place.publish,
  extraResources: [{ from: 'out/notices', to: 'notices' }],
  toolsets: { appimage: '1.0.3', nsis: '1.2.1', winCodeSign: '1.1.0' },
  win: { files: filesFor('win32'), target: ['nsis', 'portable'], icon: 'resources/icons/pinfold.ico' },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
    include: 'resources/package/installer.nsh',
  },
  portable: {
    artifactName: 'pinfold-${version}-${os}-${arch}-portable.${ext}',
    // A folder for each start: one for all, the default, is emptied by a second double-click while the app runs from it. The
    // typings say `false`, but only `true` leaves the name out (`NsisTarget.js`, electron-userland/electron-builder pull 6093).
    unpackDirName: true,
  },
  mac: {
    files: filesFor('darwin'),
    target: ['dmg', 'zip'],
    icon: 'resources/icons/pinfold.icns',
    category: 'public.app-category.productivity',
    minimumSystemVersion: '13.0',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'resources/package/entitlements.mac.plist',
    entitlementsInherit: 'resources/package/entitlements.mac.plist',
    notarize: place.isNotarized,
  },
  linux: {
    files: filesFor('linux'),
    target: place.homepage === null ? ['AppImage'] : ['AppImage', 'deb', 'rpm'],
    icon: `${root}resources/icons`,
    category: 'Utility',
    synopsis: summary,
    executableName: 'pinfold',
    syncDesktopName: true,
  },
  deb: { fpm: installedFiles },
  // rpm gives each program a link by its build id, and two packages may not have one link: Electron has the same id in every app
  // (electron-userland/electron-builder issue 5227).
  rpm: { fpm: ['--rpm-rpmbuild-define=_build_id_links none', ...installedFiles] },
};
