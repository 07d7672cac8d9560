import { styleText } from 'node:util';
import type { Failure } from './failure.ts';

/** An event of a command, with the fields that --json prints. */
type Event = { event: string } & Record<string, unknown>;

export interface Presenter {
  /** Shows an event: `text` for people, the event itself with --json. */
  show(event: Event, text?: string): void;
  /** Shows a warning. */
  warn(event: Event, text: string): void;
  /** Shows progress: on a terminal in one line that the next text replaces. */
  progress(event: Event, text: string): void;
  /** Shows a line. On a terminal it replaces the previous line if that one was also shown by this method. */
  rewrite(event: Event, text: string): void;
  /** Shows the reason and next step of a failure; `stack` is printed for debugging. */
  fail(failure: Failure, stack?: string): void;
}

export interface Streams {
  out: NodeJS.WriteStream;
  err: NodeJS.WriteStream;
}

const startOfLine = '\r\u001b[K';
const lineAbove = `\u001b[1A${startOfLine}`;

/**
 * The only writer of CLI output. Colors and rewritten lines are for terminals; `NO_COLOR` turns colors off.
 * Output to a closed pipe is dropped: the command still does its work.
 */
export function createPresenter(
  json: boolean,
  { out, err }: Streams = { out: process.stdout, err: process.stderr },
): Presenter {
  for (const stream of [out, err]) stream.on('error', ignoreClosedPipe);
  let isLineOpen = false;
  let isRewritable = false;

  const print = (stream: NodeJS.WriteStream, text: string): void => {
    if (isLineOpen) out.write(startOfLine);
    isLineOpen = false;
    isRewritable = false;
    stream.write(`${text}\n`);
  };
  const printJson = (event: Event): void => print(out, JSON.stringify(event));

  return {
    show(event, text) {
      if (json) printJson(event);
      else if (text !== undefined) print(out, text);
    },
    warn(event, text) {
      if (json) printJson(event);
      else print(err, styleText('yellow', text, { stream: err }));
    },
    progress(event, text) {
      if (json) return printJson(event);
      if (!out.isTTY) return print(out, text);
      out.write(startOfLine + styleText('dim', cut(text, out), { stream: out }));
      isLineOpen = true;
    },
    rewrite(event, text) {
      if (json) return printJson(event);
      if (!out.isTTY) return print(out, text);
      const isAbove = isRewritable;
      print(out, (isAbove ? lineAbove : '') + cut(text, out));
      isRewritable = true;
    },
    fail({ what, detail, next }, stack) {
      const where = stack === undefined ? {} : { stack };
      if (json) printJson({ event: 'failed', what, ...(detail !== undefined && { detail }), next, ...where });
      const lines = [
        styleText('red', what, { stream: err }),
        ...(detail ?? '')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => `  ${line}`),
        `  → ${next}`,
        ...(stack === undefined ? [] : [styleText('dim', stack, { stream: err })]),
      ];
      print(err, lines.join('\n'));
    },
  };
}

/** Cuts a line to the width of the terminal: a line that wraps could not be rewritten. */
const cut = (text: string, { columns }: NodeJS.WriteStream): string =>
  columns > 0 && text.length >= columns ? `${text.slice(0, columns - 2)}…` : text;

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
