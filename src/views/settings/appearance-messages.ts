import type { Appearance, RowHeight } from '../../contract/app.ts';

export const appearanceMessages = {
  about: 'Kept on this computer, for all connections. What you change shows at once.',
  colours: 'Colours',
  density: 'Density',
  rows: 'Rows',
  rowHeights: { dense: '24 dense', usual: '28 normal', roomy: '36 roomy' } satisfies Record<RowHeight, string>,
  textSize: 'Text size',
  identity: 'Identity of files',
  seals: 'Seals',
  sealsHint: 'The seal is drawn from the content: same bytes, same seal.',
  sealChoices: { shown: 'Seal', hidden: 'None' } satisfies Record<Appearance['seals'], string>,
  words: 'Words and numbers',
  ages: 'Ages',
  ageChoices: { relative: '2 hr ago', absolute: '22 Nov 15:05' } satisfies Record<Appearance['ages'], string>,
  motion: 'Motion',
  moves: 'Marks move while sending',
  motions: { system: 'as the system has it', none: 'never' } satisfies Record<Appearance['motion'], string>,
  sample: 'How it looks',
  sampleRest: 'Your own files, not a picture of them.',
} as const;
