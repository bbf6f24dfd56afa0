export const aboutMessages = {
  shortcuts: 'All shortcuts',
  licences: 'Licences',
  licencesAbout: 'Pinfold is made with the work of others.',
  part: 'Part',
} as const;
