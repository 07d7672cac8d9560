import { onDocumentWritten } from 'firebase-functions/firestore';

/** Document functions of a thread. They print the document of the event; `fail` and `crash` fail. */
export const print = onDocumentWritten('pages/{id}', ({ document }) => {
  process.stdout.write(`printed ${document}\n`);
});
export const fail = onDocumentWritten('pages/{id}', ({ document }) => {
  throw new TypeError(`No ${document}`);
});
export const crash = onDocumentWritten('pages/{id}', () => {
  setImmediate(() => {
    throw new Error('Thrown outside of a call');
  });
  return new Promise(() => undefined);
});
