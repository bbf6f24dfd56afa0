import { count } from './format.ts';

/** The words of the components; every other word is handed to them. */
export const componentMessages = {
  name: 'Name',
  emptyKey: '(empty key)',
  notSet: 'not set',
  empty: 'empty',
  characters: (characters: number) => `${count(characters)} characters`,
  request: 'Request',
  scripts: { Latin: 'Latin', Cyrillic: 'Cyrillic', Greek: 'Greek' },
  lookAlike: (scripts: readonly string[]) => `${scripts.join(' + ')} in one word`,
  clipboardRefused: 'The browser did not let Pinfold write to the clipboard. Click into the window and try again.',
  lookAlikeHint: 'Letters of two scripts that look alike: this may only look like another name.',
} as const;
