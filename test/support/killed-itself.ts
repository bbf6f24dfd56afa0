/** How a process ends that killed itself. Windows tells of no signal then, only the status of a process ended by another. */
export const killedItself =
  process.platform === 'win32' ? { status: 1, signal: null } : { status: null, signal: 'SIGKILL' };
