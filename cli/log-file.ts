import { closeSync, fchmodSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

export type Level = 'debug' | 'info' | 'warn' | 'error';

export interface LogLine {
  level: Level;
  /** The part of the program that reports. */
  source: string;
  message: string;
  at: Date;
}

/** The log of a running instance. */
export interface LogFile {
  path: string;
  write(line: LogLine): void;
  /** Writes buffered lines and closes the file. */
  close(): void;
}

interface LogFileOptions {
  path: string;
  /** The file is renamed to `{path}.1` before it grows beyond this size, so that both together stay below twice of it. */
  maxBytes?: number;
  /** Values that are removed from every line, beside the patterns of tokens and passwords. */
  secrets?: readonly string[];
}

const defaultMaxBytes = 5 * 2 ** 20;
const flushAfterMs = 100;
const longestMessage = 4_000;

/** Opens the log, readable by its owner alone. An unwritable disk loses lines and stops nothing. */
export function openLogFile({ path, maxBytes = defaultMaxBytes, secrets = [] }: LogFileOptions): LogFile {
  let descriptor: number | null = null;
  let size = 0;
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;

  const open = (): number => {
    const opened = openSync(path, 'a', 0o600);
    fchmodSync(opened, 0o600);
    size = fstatSync(opened).size;
    return opened;
  };
  const closeDescriptor = (): void => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const bytes = Buffer.from(waiting);
    waiting = '';
    if (bytes.length === 0) return;
    try {
      descriptor ??= open();
      if (size > 0 && size + bytes.length > maxBytes) {
        closeDescriptor();
        renameSync(path, `${path}.1`);
        descriptor = open();
      }
      size += writeSync(descriptor, bytes);
    } catch {
      closeDescriptor();
    }
  };
  process.once('exit', flush);

  return {
    path,
    write(line) {
      waiting += `${formatLine(line, secrets)}\n`;
      if (waiting.length > maxBytes / 10) flush();
      else timer ??= setTimeout(flush, flushAfterMs).unref();
    },
    close() {
      process.off('exit', flush);
      flush();
      closeDescriptor();
    },
  };
}

/** A line as the log has it; further lines of a message are indented, so that none of them looks like another entry. */
export function formatLine({ level, source, message, at }: LogLine, secrets: readonly string[] = []): string {
  // Cut twice: a secret that the first cut halves lies behind the second one.
  const redacted = redact(message.slice(0, 2 * longestMessage), secrets).slice(0, longestMessage);
  const text = printable(redacted).replaceAll('\n', '\n  ');
  return `${at.toISOString()} ${level.toUpperCase().padEnd(5)} ${source}: ${text}`;
}

/** Names of parameters and fields whose values never belong into a log. */
const secretNames = String.raw`(?:\w*(?:token|secret|password|oobCode|api_?key|signature|session_?cookie)|code)`;
const patterns: readonly [pattern: RegExp, replacement: string][] = [
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[redacted]'],
  [/\bwhsec_[\w+/=-]+/g, '[redacted]'],
  [/\$argon2\w*\$[\w$,=+/.-]+/g, '[redacted]'],
  [/\b(Bearer|Basic) [\w.+/=~-]+/gi, '$1 [redacted]'],
  [new RegExp(String.raw`([?&;]${secretNames}=)[^&\s"'#]+`, 'gi'), '$1[redacted]'],
  [new RegExp(String.raw`("${secretNames}"\s*:\s*)"(?:[^"\\]|\\.)*"`, 'gi'), '$1"[redacted]"'],
];

/** The text without tokens, passwords and codes of links. */
export function redact(text: string, secrets: readonly string[] = []): string {
  const known = secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '[redacted]')), text);
  return patterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), known);
}

/** Names and paths in messages come from anyone: control characters could rewrite a terminal. */
export const printable = (text: string): string =>
  text.replace(/[^\P{Cc}\n\t]/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
