/** Runs tasks in their order, so many at a time. @returns their results in that order */
export async function inParallel<T>(jobs: number, tasks: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const results: T[] = [];
  const waiting = tasks.entries();
  const worker = async (): Promise<void> => {
    for (const [position, task] of waiting) results[position] = await task();
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return results;
}
