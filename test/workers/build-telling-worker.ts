import { answerRequests } from '../../electron/workers/answer-requests.ts';

/** A worker for tests: it answers with what it was told of the build of its caller. */
answerRequests<null, readonly string[]>(() => process.argv.slice(2));
