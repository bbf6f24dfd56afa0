/**
 * The address of a thread's program. The build puts every program beside its callers, under the name of its thread; in
 * the sources, the program is a file near its client.
 *
 * @param callerUrl `import.meta.url` of the calling module
 * @param source path of the program's source, relative to the caller
 * @param thread name of the built program, without its ending
 */
export const workerProgram = (callerUrl: string, source: string, thread: string): URL =>
  new URL(callerUrl.endsWith('.ts') ? source : `./${thread}.js`, callerUrl);
