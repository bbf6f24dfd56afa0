/** Makes a function at its first call: a rarely called function must not take milliseconds of the start. */
export function lazy<Input extends readonly unknown[], Output>(
  make: () => (...input: Input) => Output,
): (...input: Input) => Output {
  let made: ((...input: Input) => Output) | null = null;
  return (...input) => (made ??= make())(...input);
}
