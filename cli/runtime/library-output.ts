import { Console } from 'node:console';
import { Writable } from 'node:stream';

type Take = (text: string, level: 'info' | 'warn') => void;

/** The output of libraries. It goes to standard error until it is redirected; standard output is for the presenter. */
export interface LibraryOutput {
  /** Sends all further output, and warnings of Node, to `take`. Returns a function that undoes this. */
  redirect(take: Take): () => void;
}

/** Replaces the global console. Call it before libraries are loaded, because they keep a reference to the console. */
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
