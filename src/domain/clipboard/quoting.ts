// C0 and C1 controls and the line separators of Unicode: a terminal runs what it is given up to a line break.
const BREAKING = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
const REPLACEMENT = '\ufffd';

/**
 * Text of a service as one line. Control characters and line breaks become U+FFFD: pasted into a terminal they would end
 * the line, and run it.
 */
export const oneLine = (text: string): string => text.replace(BREAKING, REPLACEMENT).toWellFormed();

/** The address of content that programs for IPFS open. */
export const ipfsAddress = (cid: string): string => `ipfs://${encodeURIComponent(cid.toWellFormed())}`;

/** Text as one word of a POSIX shell (Shell Command Language, 2.2.2): nothing within single quotes has a meaning. */
export const shellWord = (text: string): string => `'${oneLine(text).replaceAll("'", "'\\''")}'`;

// What begins or ends something within the text of a link (CommonMark 0.31, 6; GitHub Flavored Markdown; `$` for formulas).
const MARKDOWN = /[\\`*_{}[\]<>()#!|~$&^:@]/g;

/** A link of Markdown. Each ASCII punctuation character may follow a backslash, and then stands for itself (CommonMark 2.4). */
export const markdownLink = (label: string, address: string): string =>
  `[${oneLine(label).replace(MARKDOWN, '\\$&')}](${address.replace(/[()<>\\]/g, encodeURIComponentStrictly)})`;

/** `encodeURIComponent` leaves parentheses as they are, and one would end the address. */
const encodeURIComponentStrictly = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
