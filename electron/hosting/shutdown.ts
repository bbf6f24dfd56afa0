import type { Core, Log } from '../host.ts';
import { hostClock } from './clock.ts';
import type { Language } from '../../src/domain/core/language.ts';
import { hostWords } from './host-words.ts';
import { endMessage } from './start.ts';

/** The time for closing, after which the process exits anyway: queued edits are on the disk already. */
const limitMs = 10_000;

/**
 * The one way out of a process: closes the core and exits. Repeated calls do nothing.
 *
 * @param close finishes running writes; told whether the end is one that was asked for
 * @param exit receives the code of the first call, or 1 instead of 0 when closing failed or took too long
 */
export function shutdown(
  log: Log,
  close: (isInOrder: boolean) => Promise<void>,
  exit: (code: number) => void,
  { after } = hostClock,
): (code: number) => void {
  let begun = false;
  return (code) => {
    if (begun) return;
    begun = true;
    after(limitMs, () => exit(code || 1));
    void close(code === 0).then(
      () => exit(code),
      (error: unknown) => {
        log.error(error);
        exit(code || 1);
      },
    );
  };
}

/** What a terminal, a system or a parent ends a process with. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Hears of a signal that ends a process in the midst of its start, and lets it end: what is committed stays, and nothing else
 * is open yet that wants to be closed. A statement of SQLite in another thread would keep it from ending by itself.
 *
 * @param early called before such an end
 * @returns takes the way out of a process that has started: signals end it in order from then on
 */
export function endWithSignals(early: () => void): (end: (code: number) => void) => void {
  let end: ((code: number) => void) | null = null;
  // One listener for both: Node drops a signal that it has not told yet when the last listener of its kind goes.
  const heard = (signal: NodeJS.Signals): void => {
    if (end !== null) return end(0);
    for (const each of endSignals) process.off(each, heard);
    early();
    process.kill(process.pid, signal);
  };
  for (const signal of endSignals) process.on(signal, heard);
  return (inOrder) => {
    end = inOrder;
    // A parent process ends this one by closing the IPC channel: Windows has no SIGTERM (Node.js, "Signal events").
    process.on('disconnect', () => inOrder(0));
  };
}

/**
 * Ends the process when the core has ended and cannot be started again.
 *
 * @param tell says why to the person
 * @param language asked then: a core that has ended answers no more
 */
export function endWithCore(
  { ended }: Pick<Core, 'ended'>,
  tell: (sentence: string) => void,
  end: (code: number) => void,
  language: () => Language = () => 'en',
): void {
  void ended.then((failure) => {
    tell(endMessage(failure, language()));
    end(1);
  });
}

/**
 * Lets a process outlive the terminal or the pipe that it was started from. What it says there reaches nobody then: an error
 * of the stream, which without a listener would end the process (Node.js, "Event: 'error'").
 */
export function outliveTerminal(
  streams: readonly Pick<NodeJS.EventEmitter, 'on'>[] = [process.stdout, process.stderr],
) {
  for (const stream of streams) stream.on('error', () => undefined);
}

/** The last net for bugs: logs each uncaught error or rejection. The first one ends the process, with the log's reference. */
export function catchBugs(
  log: Log,
  end: (reference: string) => void,
  source: Pick<NodeJS.EventEmitter, 'on'> = process,
): void {
  let isEnding = false;
  const caught = (error: unknown): void => {
    const reference = log.error(error);
    if (isEnding) return;
    isEnding = true;
    end(reference);
  };
  source.on('uncaughtException', caught);
  source.on('unhandledRejection', caught);
}

/** @param language English for a terminal, whose every other line is English */
export const bugMessage = (reference: string, language: Language = 'en'): string => hostWords[language].bug(reference);
