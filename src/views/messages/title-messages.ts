export const titleMessages = {
  /** The title of a change set as it is shown. It is stored in English, which a checksum covers. */
  shown: (title: string) => title,
};
