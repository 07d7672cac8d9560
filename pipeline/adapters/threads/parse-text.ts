import { parentPort } from 'node:worker_threads';
import { parseMarkdown } from '@frontage/model/markdown';
import { type PageFacts, readPage } from '../../health/page-facts.ts';
import { readText, type TextParts } from '../../sync/text-screen.ts';

/** A request to the thread. `measure` parses a text in every way that other parts do. */
export interface ParseOrder {
  order: 'measure' | 'read' | 'readPage';
  text: string;
}

/** The milliseconds of a render, the parts of a text, or the facts of a page. */
export type ParseAnswer = number | TextParts | PageFacts;

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

const perform: Record<ParseOrder['order'], (text: string) => ParseAnswer> = { measure, read: readText, readPage };

parentPort?.on('message', ({ order, text }: ParseOrder) => parentPort?.postMessage(perform[order](text)));
parentPort?.postMessage('ready');
