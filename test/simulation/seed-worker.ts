import { parentPort } from 'node:worker_threads';
import { batch, playBatch } from './batch.ts';

const port = parentPort;
if (port === null) throw new Error('This is the program of a worker');
port.on('message', (message) => void playBatch(batch.parse(message)).then((played) => port.postMessage(played)));
