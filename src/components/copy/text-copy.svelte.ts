/** What became of the last text that a press put into the clipboard. */
export class TextCopy {
  #copied = $state<string | null>(null);
  #refused = $state<string | null>(null);

  /** The text, once it is in the clipboard; null before. */
  get copied(): string | null {
    return this.#copied;
  }

  /** The text that the browser refused: of a page without the focus, or one nobody touched (Clipboard API and events, 9). */
  get refused(): string | null {
    return this.#refused;
  }

  async copy(text: string): Promise<void> {
    // The same text is said a second time.
    this.forget();
    await navigator.clipboard.writeText(text).then(
      () => (this.#copied = text),
      () => (this.#refused = text),
    );
  }

  forget(): void {
    this.#copied = null;
    this.#refused = null;
  }
}
