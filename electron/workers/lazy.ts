/** Makes a function when it is first called: one that is seldom asked and takes milliseconds of a start to make. */
export function lazy<Input extends readonly unknown[], Output>(
  make: () => (...input: Input) => Output,
): (...input: Input) => Output {
  let made: ((...input: Input) => Output) | null = null;
  return (...input) => (made ??= make())(...input);
}
