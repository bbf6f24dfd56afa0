/** One thing that the shell asked of Electron. Functions are written as `[function]`. */
export type Recorded = { readonly what: string; readonly with: readonly unknown[] };

export const recorded: Recorded[] = [];

/** Notes a call, as plain JSON, for a test to look at. */
export function record(what: string, ...details: readonly unknown[]): void {
  const plain: unknown = JSON.parse(
    JSON.stringify(details, (_key, value: unknown) => (typeof value === 'function' ? '[function]' : value)),
  );
  recorded.push({ what, with: Array.isArray(plain) ? plain : [] });
}
