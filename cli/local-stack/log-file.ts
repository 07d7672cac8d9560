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
  /**
   * The file is renamed to `{path}.1` before it grows beyond this size, so that both together stay below twice of it.
   */
  maxBytes?: number;
  /** Values that are removed from every line, beside the patterns of tokens and passwords. */
  secrets?: readonly string[];
}

const defaultMaxBytes = 5 * 2 ** 20;
const flushAfterMs = 100;
const maxMessageLength = 4_000;

/**
 * Opens the log file, which only its owner may read. If the disk cannot be written, lines are dropped without an error.
 */
export function openLogFile({ path, maxBytes = defaultMaxBytes, secrets = [] }: LogFileOptions): LogFile {
  let descriptor: number | null = null;
  let size = 0;
  let buffered = '';
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
    const bytes = Buffer.from(buffered);
    buffered = '';
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
      buffered += `${formatLine(line, secrets)}\n`;
      if (buffered.length > maxBytes / 10) flush();
      else timer ??= setTimeout(flush, flushAfterMs).unref();
    },
    close() {
      process.off('exit', flush);
      flush();
      closeDescriptor();
    },
  };
}

/** Formats an entry. Further lines of a message are indented, so that they cannot be mistaken for entries. */
export function formatLine({ level, source, message, at }: LogLine, secrets: readonly string[] = []): string {
  // Cut before and after redaction: a secret that the first cut truncates is removed by the second one.
  const redacted = redact(message.slice(0, 2 * maxMessageLength), secrets).slice(0, maxMessageLength);
  const text = printable(redacted).replaceAll('\n', '\n  ');
  return `${at.toISOString()} ${level.toUpperCase().padEnd(5)} ${source}: ${text}`;
}

/** Names of parameters and fields whose values must not be logged. */
const secretNames = String.raw`(?:\w*(?:token|secret|password|oobCode|api_?key|signature|session_?cookie)|code)`;
const patterns: readonly [pattern: RegExp, replacement: string][] = [
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[redacted]'],
  [/\bwhsec_[\w+/=-]+/g, '[redacted]'],
  [/\$argon2\w*\$[\w$,=+/.-]+/g, '[redacted]'],
  [/\b(Bearer|Basic) [\w.+/=~-]+/gi, '$1 [redacted]'],
  [new RegExp(String.raw`([?&;]${secretNames}=)[^&\s"'#]+`, 'gi'), '$1[redacted]'],
  [new RegExp(String.raw`("${secretNames}"\s*:\s*)"(?:[^"\\]|\\.)*"`, 'gi'), '$1"[redacted]"'],
];

/** Replaces tokens, passwords, codes in links and `secrets` in a text with "[redacted]". */
export function redact(text: string, secrets: readonly string[] = []): string {
  const known = secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '[redacted]')), text);
  return patterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), known);
}

/** Escapes control characters. Messages contain untrusted names and paths, which could otherwise rewrite a terminal. */
export const printable = (text: string): string =>
  text.replace(/[^\P{Cc}\n\t]/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
