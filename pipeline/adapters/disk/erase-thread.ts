import { parentPort } from 'node:worker_threads';
import { eraseBytes, type Erasure } from './erase-bytes.ts';

parentPort?.on('message', (erasure: Erasure | null) => {
  if (erasure === null) return parentPort?.close();
  eraseBytes(erasure);
  parentPort?.postMessage(null);
});
