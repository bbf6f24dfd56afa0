/** Parses text that a file or a page sent. Stands beside the domain, which hosting may not see. @returns null when the text is not JSON */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
