export const firstCopyMessages = {
  title: 'Copying your library',
  rest: 'Everything that is here can be used now: browse, search, edit.',
  files: 'File records',
  keys: 'API keys',
  soFar: (here: string) => `${here} so far`,
  block: (files: string) => `One block is ${files} files.`,
  noTotal: 'The service does not say how many there are.',
  whole: 'The lists of files are read to their end.',
  afterwards: 'after the files',
  pause: 'Pause',
  goOn: 'Go on',
  restart: 'A restart goes on where it stopped.',
} as const;
