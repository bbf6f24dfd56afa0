export const savedViewMessages = {
  save: 'Save view…',
  saveTitle: 'Save this view',
  saveRest: 'Search, filters and order are kept on this computer, and can be opened from the list at the side.',
  name: 'Name',
  list: 'Views…',
  listTitle: 'Saved views',
  listRest: (first: string, ninth: string) =>
    `The first nine open with ${first} to ${ninth}. Alt ↑ and Alt ↓ move a view.`,
  empty: 'There are no saved views yet. Narrow the list of files or of API keys, then save the view.',
  open: (name: string) => `Open ${name}`,
  rename: (name: string) => `Rename ${name}`,
  newName: (name: string) => `New name of ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  noName: 'Give it a name.',
} as const;
