import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

/**
 * Files that stand where Electron's own would, with the marks that packaging reads and writes: the runtime itself can only
 * be had from its maker's server.
 */

/** The mark before the fuses (Electron, "Fuses"), then the version, the number of fuses, and nine at their defaults. */
const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuseWire = Buffer.concat([Buffer.from(FUSES), Buffer.from([1, 9]), Buffer.from('101100001')]);

export type StandInPlatform = 'linux' | 'win32' | 'darwin';

function put(path: string, content: string | Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
}

const plist = (executable: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${executable}</string>
<key>CFBundleIdentifier</key><string>com.github.Electron</string>
<key>CFBundleName</key><string>${executable}</string>
</dict></plist>
`;

/** A program of Windows without code, with the version that every program has, and the fuses behind it. */
function windowsProgram(): Uint8Array {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const strings = { lang: 1033, codepage: 1200, values: { ProductName: 'Electron' } };
  Resource.VersionInfo.create(1033, {}, [strings]).outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return Buffer.concat([Buffer.from(program.generate()), fuseWire]);
}

function putMac(directory: string): void {
  const contents = join(directory, 'Electron.app', 'Contents');
  put(join(contents, 'Info.plist'), plist('Electron'));
  put(join(contents, 'MacOS', 'Electron'), 'stand-in', 0o755);
  const frameworks = join(contents, 'Frameworks');
  const framework = join(frameworks, 'Electron Framework.framework');
  put(join(framework, 'Electron Framework'), fuseWire, 0o755);
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const helper = join(frameworks, `Electron Helper${kind}.app`, 'Contents');
    put(join(helper, 'Info.plist'), plist(`Electron Helper${kind}`));
    put(join(helper, 'MacOS', `Electron Helper${kind}`), 'stand-in', 0o755);
  }
}

/** Makes a runtime of one platform in a folder. */
export function standInRuntime(directory: string, platform: StandInPlatform): void {
  put(join(directory, 'LICENSE'), 'Electron (stand-in)\n');
  put(join(directory, 'LICENSES.chromium.html'), '<!doctype html><title>Chromium (stand-in)</title>\n');
  put(join(directory, 'version'), '45.4.1');
  if (platform === 'darwin') return putMac(directory);
  put(join(directory, 'locales', 'en-US.pak'), '');
  if (platform === 'win32') put(join(directory, 'electron.exe'), windowsProgram());
  else put(join(directory, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\n'), fuseWire]), 0o755);
}

/** Puts a program that stands where that of macOS signs: it writes down what it was asked. What stands here has no code to sign. */
export function standInCodesign(directory: string): string {
  put(join(directory, 'codesign'), `#!/bin/sh\necho "$@" >> "$(dirname "$0")/signed.txt"\n`, 0o755);
  return directory;
}
