import { styleText } from 'node:util';
import type { Outcome, PipelineEvent } from '@frontage/pipeline';
import type { Failure } from './failure.ts';
import { defaults, type Flags, type OwnOption } from '../options.ts';

type Release = Extract<PipelineEvent, { event: 'release' }>;
type Problem = Outcome['problems'][number];

/** Shows the new release, or that nothing changed, and every skipped document. */
export function presentOutcome({ release, problems }: Outcome, presenter: Presenter): void {
  for (const problem of problems) presenter.show({ event: 'problem', ...problem }, describeProblem(problem));
  if (release === null) presenter.show({ event: 'unchanged' }, 'Nothing changed; the live release stays.');
  else presenter.show({ event: 'release', ...release }, describeRelease(release));
}

function describeRelease({
  id,
  added,
  changed,
  removed,
  ms,
}: Pick<Release, 'id' | 'added' | 'changed' | 'removed' | 'ms'>): string {
  return `Release ${id}: ${added} added, ${changed} changed, ${removed} removed in ${Math.round(ms)} ms`;
}

/** Describes a skipped document and the reason. */
export function describeProblem({ document, field, message }: Problem): string {
  return `skipped ${field === null ? document : `${document} (${field})`}: ${message}`;
}

const progressEvery = 5;

/** Shows the pipeline's events while it runs. */
export function presentPipelineEvent(event: PipelineEvent, presenter: Presenter): void {
  const text = describeEvent(event);
  const next = 'next' in event && event.next !== undefined ? `\n  → ${event.next}` : '';
  presenter.show({ ...event }, text && text + next);
}

/** The text of an event; undefined for events that are shown only with --json. */
function describeEvent(event: PipelineEvent): string | undefined {
  switch (event.event) {
    case 'release':
      return describeRelease(event);
    case 'problem':
      return describeProblem(event);
    case 'image':
      return event.seen % progressEvery === 0 ? `Prepared ${event.seen} of ${event.total} images` : undefined;
    case 'publish-failed':
      return `Publishing failed, the live release stays: ${event.message} (retry in ${event.retryInMs} ms)`;
    case 'notices-delayed':
      return `Could not write status to Firestore: ${event.message}`;
    case 'live':
      return `Release ${event.release} is live on ${event.outlet}`;
    case 'outlet-failed':
      return `Delivery to ${event.outlet} failed: ${event.message} (retry in ${event.retryInMs} ms)`;
    case 'hint':
    case 'unchanged':
      return undefined;
    case 'releases-lost':
    case 'superseded':
      return event.message;
    case 'snapshot-failed':
      return `The release history could not be compacted: ${event.message}`;
    case 'prune-failed':
      return `Files of old releases could not be removed: ${event.message}`;
    case 'health-failed':
      return `The live site could not be checked: ${event.message}`;
    case 'index-failed':
      return `The search of the admin failed: ${event.message}`;
    case 'thread-ended':
      return `A render worker exited; continuing without it: ${event.message}`;
    case 'missed':
      return `Missed by hints and sweeps, found by the full scan: ${event.documents.join(', ')}`;
  }
}

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

/** If the site is pinned, warns and names the command that unpins it. */
export function presentPin(pinned: string | null, presenter: Presenter): void {
  if (pinned === null) return;
  const text = `The site is pinned to release ${pinned}: changes are not shown until npx frontage unpin`;
  presenter.warn({ event: 'pinned', release: pinned }, text);
}

/** Whether a command has an option beside those of every command. */
type HasOption = (command: string, option: OwnOption) => boolean;

/**
 * The presenter with complete commands: each `npm start` and `npx frontage …` in a text gets the options of the current
 * command that select the data, so that it reaches the same site when it is copied.
 */
export function completingCommands(presenter: Presenter, flags: Flags, hasOption: HasOption): Presenter {
  const complete = (text: string): string => completeCommands(text, flags, hasOption);
  return {
    ...presenter,
    show: (event, text) => presenter.show(event, event.event === 'help' ? text : text && complete(text)),
    warn: (event, text) => presenter.warn(event, complete(text)),
    fail: (failure, stack) => presenter.fail({ ...failure, next: complete(failure.next) }, stack),
  };
}

// A command with its operand, and the rest of its clause.
const namedCommand = /\b(npm start(?: --(?= ))?|npx frontage ([a-z]+)(?: [A-Z]{2,}\b| verify\b)?)([^,;&|)\n]*)/g;

/** A value as one word of a shell. */
const quoted = (value: string): string =>
  /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;

function completeCommands(text: string, { data, project, state }: Flags, hasOption: HasOption): string {
  return text.replaceAll(namedCommand, (...[, start, command, rest]: [string, string, string | undefined, string]) => {
    const options = [
      ['data', data === defaults.data ? undefined : data],
      ['project', project === defaults.project ? undefined : project],
      ['state', command !== undefined && hasOption(command, 'state') ? state : undefined],
    ] as const;
    const added = options.flatMap(([name, value]) =>
      value === undefined || rest.includes(`--${name} `) ? [] : ` --${name} ${quoted(value)}`,
    );
    if (added.length === 0) return start + rest;
    const isStart = command === undefined && !start.endsWith('--');
    return `${start}${isStart ? ' --' : ''}${added.join('')}${rest}`;
  });
}
