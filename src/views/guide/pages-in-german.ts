/** The German pages by their paths. A chunk of its own, so that the guide in English never loads them. */
export const germanPages = import.meta.glob<string>('../../../resources/guide/de/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
