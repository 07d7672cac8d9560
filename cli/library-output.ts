import { Console } from 'node:console';
import { Writable } from 'node:stream';

type Take = (text: string, level: 'info' | 'warn') => void;

/** The output of libraries, which goes to standard error until it is redirected: standard output is for the presenter. */
export interface LibraryOutput {
  /** Sends every further text, and the warnings of Node, to `take`; returns how to undo it. */
  redirect(take: Take): () => void;
}

/** Replaces the global console, which libraries take hold of when they are loaded. */
export function openLibraryOutput(): LibraryOutput {
  const toStandardError: Take = (text) => void process.stderr.write(text);
  let take = toStandardError;
  const stream = (level: 'info' | 'warn'): Writable =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        take(chunk.toString(), level);
        done();
      },
    });
  globalThis.console = new Console(stream('info'), stream('warn'));
  return {
    redirect(next) {
      take = next;
      const printers = process.listeners('warning');
      const onWarning = ({ name, message }: Error): void => next(`${name}: ${message}`, 'warn');
      process.removeAllListeners('warning').on('warning', onWarning);
      return () => {
        take = toStandardError;
        process.off('warning', onWarning);
        for (const printer of printers) process.on('warning', printer);
      };
    },
  };
}
