export const aboutMessages = {
  shortcuts: 'All shortcuts',
  licences: 'Licences',
  licencesAbout: 'Pinfold is made with the work of others.',
  part: 'Part',
  commit: 'Built from commit',
  channel: 'Channel',
  showNotices: 'Show every licence in full',
  notices: 'Licences in full',
  noNotices: 'The licences are written when the app is built. This one runs from its sources.',
} as const;
