export const folderWarningMessages = {
  /** A warning about the data folder as it is shown. A noticed loss is stored in English, and the others are said alike. */
  shown: (warning: string) => warning,
};
