import { z } from 'zod';
import { readPrivateJson, writePrivateFile } from '../hosting/private-files.ts';
import { type WindowPlace, windowPlace } from './window-place.ts';

/** Arrangements of displays whose places are kept, the latest ones. */
const MOST_ARRANGEMENTS = 20;

const remembered = z.object({
  places: z.record(z.string().max(1_000), windowPlace).catch({}),
  hasSaidFarewell: z.boolean().catch(false),
});
type Remembered = Readonly<z.infer<typeof remembered>>;

/** What the shell remembers between two starts. Losing it costs a person the place of a window. */
export class ShellMemory {
  readonly #path: string;
  readonly #report: (error: unknown) => void;
  #remembered: Remembered;
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, report: (error: unknown) => void, read: Remembered) {
    this.#path = path;
    this.#report = report;
    this.#remembered = read;
  }

  /** An unreadable file is an empty memory. @param report hears of a disk that refuses */
  static async open(path: string, report: (error: unknown) => void): Promise<ShellMemory> {
    const read = await readPrivateJson(path).catch((error: unknown) => {
      report(error);
      return null;
    });
    return new ShellMemory(path, report, remembered.catch({ places: {}, hasSaidFarewell: false }).parse(read));
  }

  get hasSaidFarewell(): boolean {
    return this.#remembered.hasSaidFarewell;
  }

  /** Null for an arrangement that no window was closed on. */
  placeOn(arrangement: string): WindowPlace | null {
    return this.#remembered.places[arrangement] ?? null;
  }

  keepPlace(arrangement: string, place: WindowPlace): void {
    const { [arrangement]: _before, ...others } = this.#remembered.places;
    const kept = Object.entries(others).slice(1 - MOST_ARRANGEMENTS);
    this.#keep({ places: { ...Object.fromEntries(kept), [arrangement]: place } });
  }

  noteFarewell(): void {
    this.#keep({ hasSaidFarewell: true });
  }

  /** Resolves when everything is on the disk, or the disk refused. */
  settled(): Promise<void> {
    return this.#writing;
  }

  #keep(change: Partial<Remembered>): void {
    this.#remembered = { ...this.#remembered, ...change };
    const text = JSON.stringify(this.#remembered);
    this.#writing = this.#writing.then(() => writePrivateFile(this.#path, text)).catch(this.#report);
  }
}
