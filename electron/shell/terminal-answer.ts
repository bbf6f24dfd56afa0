import { fstatSync, type Stats } from 'node:fs';
import { errorCode } from '../../src/domain/core/thrown.ts';

type Ports = {
  readonly platform: string;
  readonly isPackaged: boolean;
  readonly write: (text: string) => void;
  readonly showMessage: (text: string) => Promise<unknown>;
  /** What standard output leads to. @throws Error with a `code` where it leads nowhere */
  readonly output: () => Pick<Stats, 'isFIFO' | 'isFile'>;
};

export const standardOutput = (): Stats => fstatSync(1);

/**
 * Says what a command line asked for, where the person can read it. A packaged program of Windows has no terminal, even when it
 * is started in one (subsystem `windows` of the PE format): it shows a message, unless a script reads the answer.
 */
export async function answerInTerminal(text: string, { write, showMessage, ...place }: Ports): Promise<void> {
  write(`${text}\n`);
  if (place.isPackaged && place.platform === 'win32' && !isRead(place.output)) await showMessage(text);
}

function isRead(output: Ports['output']): boolean {
  try {
    const leadsTo = output();
    return leadsTo.isFIFO() || leadsTo.isFile();
  } catch (error) {
    if (errorCode(error) !== null) return false;
    throw error;
  }
}
