import { parentPort } from 'node:worker_threads';
import { parseMarkdown } from '@frontage/model/markdown';

/** A thread that parses texts in every way that other parts do, and answers with the milliseconds of a render. */
const slowMs = 20;
const mostMeasuredAgain = 200;

function timeOfRender(text: string): number {
  const before = process.threadCpuUsage();
  const parsed = parseMarkdown(text);
  parsed.html();
  parsed.words();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

function measure(text: string): number {
  const first = timeOfRender(text);
  // The first texts of a thread take several times as long as later ones.
  const ms = first > slowMs && first < mostMeasuredAgain ? Math.min(first, timeOfRender(text)) : first;
  parseMarkdown(text, true).words();
  return ms;
}

parentPort?.on('message', (text: string) => parentPort?.postMessage(measure(text)));
parentPort?.postMessage('ready');
