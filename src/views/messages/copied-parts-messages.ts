import type { CopiedPart } from '../../domain/connections/copied-parts.ts';

export const copiedPartsMessages = {
  title: 'What to copy to this computer',
  parts: { public: 'Public files', private: 'Private files', keys: 'API keys' } satisfies Record<CopiedPart, string>,
  about: {
    public: 'names, metadata, sizes, dates, groups',
    private: 'the same, of files that only your account may see',
    keys: 'names, what they may do, uses; never a secret',
  } satisfies Record<CopiedPart, string>,
  noBytes: 'The files themselves stay where they are: Pinfold copies what is known about them, not their bytes.',
  one: 'At least one of them is copied.',
  leftOut: {
    public: 'Public files are not copied.',
    private: 'Private files are not copied.',
    keys: 'API keys are not copied.',
    files: 'Files are not copied.',
  } satisfies Record<CopiedPart | 'files', string>,
  leftOutRest: 'This connection leaves them out of its copy.',
  choose: 'Choose what to copy',
} as const;
