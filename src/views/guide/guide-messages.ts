export const guideMessages = {
  pages: 'Pages of the guide',
  next: (title: string) => `Next: ${title}`,
} as const;
