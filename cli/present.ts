import { styleText } from 'node:util';
import type { Failure } from './failure.ts';

/** Something worth telling the person or program that runs a command. */
type Event = { event: string } & Record<string, unknown>;

export interface Presenter {
  /** Shows an event: `text` for people, the event itself with --json. */
  show(event: Event, text?: string): void;
  /** Shows what is no failure but to be looked at. */
  warn(event: Event, text: string): void;
  /** Says how far something is: on a terminal in one line that the next text takes the place of. */
  progress(event: Event, text: string): void;
  /** Says why a command could not do its work; `stack` for whoever looks for the defect. */
  fail(failure: Failure, stack?: string): void;
}

export interface Streams {
  out: NodeJS.WriteStream;
  err: NodeJS.WriteStream;
}

const startOfLine = '\r\u001b[K';

/**
 * One place for everything the CLI says. Colours and rewritten lines are for terminals; `NO_COLOR` turns the former off.
 * What nobody reads any more (a closed pipe) is dropped: the command still does its work.
 */
export function createPresenter(
  json: boolean,
  { out, err }: Streams = { out: process.stdout, err: process.stderr },
): Presenter {
  for (const stream of [out, err]) stream.on('error', ignoreClosedPipe);
  let isLineOpen = false;

  const print = (stream: NodeJS.WriteStream, text: string): void => {
    if (isLineOpen) out.write(startOfLine);
    isLineOpen = false;
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
      out.write(startOfLine + styleText('dim', text, { stream: out }));
      isLineOpen = true;
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

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
