import type { GuidedStep } from '../../domain/practice/guided-practice.ts';

export const guidedPracticeMessages = {
  title: 'Guided practice',
  open: 'Guided practice',
  goOn: (done: number) => (done === 0 ? 'Guided practice' : `Guided practice: ${done} of 5 done`),
  steps: {
    networkOff: {
      title: 'Take the network away',
      how: 'Turn the switch “Network” off. Everything you see stays at hand.',
    },
    rename: {
      title: 'Rename a file',
      how: (key: string | null) =>
        `Choose a file, ${key === null ? 'press its name twice' : `press ${key}`}, type another name and press Enter. The edit waits here.`,
    },
    elsewhere: {
      title: 'Let somebody else rename it',
      how: 'With that file open, press “Somebody else edits this file”.',
    },
    networkOn: {
      title: 'Bring the network back',
      how: 'Turn the switch “Network” on, and watch the edits go.',
    },
    decide: {
      title: 'Decide',
      how: 'Both of you changed the name. Open it in Changes, and say which name the file gets.',
    },
  } satisfies Record<
    GuidedStep,
    { readonly title: string; readonly how: string | ((renameKey: string | null) => string) }
  >,
  now: (number: number, how: string) => `Step ${number} of 5: ${how}`,
  done: 'done',
  complete:
    'Done. Nothing was lost, and nothing was decided without you. That is how it works with your own service too.',
  openChanges: 'Open Changes',
  again: 'Start again',
  leave: 'Leave for now',
  close: 'Close',
};
