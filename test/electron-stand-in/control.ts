import { standInApp } from './app.ts';
import { network, person, powerMonitor } from './modules.ts';
import { preventable } from './preventable.ts';
import { recorded } from './record.ts';
import { useTray } from './tray.ts';

/** What a test may ask of a running stand-in, over the channel between a process and the one that started it. */
export type ControlRequest =
  | { readonly ask: 'record' }
  | { readonly ask: 'suspend' | 'resume' }
  | { readonly ask: 'network'; readonly isOnline: boolean }
  | { readonly ask: 'saveTo'; readonly path: string | null }
  | { readonly ask: 'tray'; readonly label: string | null }
  | { readonly ask: 'readsNoBoxes' | 'shutDown' | 'quit' };

/** What a stand-in tells the test. */
export type ControlMessage =
  | { readonly kind: 'window'; readonly endpoint: string }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown };

process.on('message', ({ id, request }: { id: number; request: ControlRequest }) => {
  tell({ kind: 'answer', id, answer: answer(request) });
});
process.on('disconnect', () => standInApp.quit());
process.channel?.unref();

function answer(request: ControlRequest): unknown {
  switch (request.ask) {
    case 'record':
      return recorded;
    case 'suspend':
    case 'resume':
      return powerMonitor.emit(request.ask);
    case 'network':
      return (network.isOnline = request.isOnline);
    case 'saveTo':
      return (person.savesTo = request.path);
    case 'tray':
      return useTray(request.label);
    case 'readsNoBoxes':
      return (person.readsBoxes = false);
    case 'shutDown':
      return powerMonitor.emit('shutdown', preventable({}));
    case 'quit':
      return standInApp.quit();
  }
}

/** Tells the test where the Chromium with the window is. */
export function announceWindow(endpoint: string): void {
  tell({ kind: 'window', endpoint });
}

function tell(message: ControlMessage): void {
  if (process.send) process.send(message);
  else process.stderr.write(`${JSON.stringify(message)}\n`);
}
