import { answerRequests } from '../../electron/workers/answer-requests.ts';

export type CountRequest = { readonly upTo: number } | 'break' | 'waitForCancel';

/** A worker for tests: it counts with progress, breaks when told to, or waits until its request is cancelled. */
answerRequests<CountRequest, string, number>(async (request, progress, signal) => {
  if (request === 'break') throw new Error('The worker broke');
  if (request === 'waitForCancel') {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return 'cancelled';
  }
  for (let number = 1; number <= request.upTo; number++) progress(number);
  return `counted to ${request.upTo}`;
});
