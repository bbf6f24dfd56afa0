import { bytes, plural } from '../../components/format.ts';
import type { UpdateProblem } from '../../domain/updates/update-state.ts';

export const updateMessages = {
  title: 'Updates',
  daily: 'Look for a newer version once a day',
  dailyHint: 'Asks the page where Pinfold is released, and tells it nothing else. Nothing is installed by itself.',
  check: 'Check now',
  checking: 'Checking…',
  notConfigured: 'This build does not look for updates: it names no place where it is released.',
  byNpm: 'This is the web host. npm installs its updates: npm install --global, with the package of the new release.',
  never: 'Not looked yet.',
  lastLook: (when: string) => `Last looked ${when}.`,
  upToDate: (version: string) => `Pinfold ${version} is the newest version.`,
  later: (version: string) =>
    `Pinfold ${version} is released step by step, and reaches this computer in the next days.`,
  available: (version: string) => `Pinfold ${version} is there.`,
  noPackage: 'The release has no package for this computer. Look at its page.',
  download: (sizeBytes: number) => `Download it, ${bytes(sizeBytes)}`,
  downloading: (doneBytes: number, sizeBytes: number) => `${bytes(doneBytes)} of ${bytes(sizeBytes)} are here.`,
  ready: (version: string) =>
    `Pinfold ${version} is downloaded, and its signature is checked. Close Pinfold, and open the package.`,
  edits: (files: number) =>
    `Edits to ${plural(files, 'file', 'files')} are not settled. They stay on this computer, and the new version goes on with them.`,
  show: 'Show the package',
  notes: 'What is new',
  notShown: 'The system could not show it.',
  at: 'It lies at',
  problems: {
    unreachable: 'The page of the releases could not be reached. The network may be off.',
    noFeed: 'The newest release says nothing about updates.',
    badSignature:
      'What came is not signed by those who make Pinfold. Nothing of it was used. Somebody may be between you and them.',
    malformedFeed: 'What came cannot be read by this version. Look at the page of the releases.',
    cutDownload: 'The download broke off. Nothing of it was kept.',
    tamperedFile: 'The package is not the one that was signed. It was thrown away.',
    diskFull: 'The disk is full. The package was thrown away, and nothing else has changed.',
    notWritable: 'The disk refused the package. Nothing else has changed.',
  } satisfies Record<UpdateProblem, string>,
} as const;
