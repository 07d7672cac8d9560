/** What is told of at once. */
export interface Told {
  /** The event's. */
  id: string;
  document: string;
}

interface Waiting extends Told {
  done: PromiseWithResolvers<void>;
}

// A request has at most 64 KiB.
const mostDocuments = 500;
const mostCharacters = 48 * 1024;

/**
 * Tells by requests that calls of this instance share: what comes while one is under way goes together with the next.
 * Each call learns what became of the request that told of it, so that its own event is delivered again if need be.
 */
export function shareRequests(send: (told: readonly Told[]) => Promise<void>): (told: Told) => Promise<void> {
  const waiting: Waiting[] = [];
  let isSending = false;

  const sendAll = async (): Promise<void> => {
    isSending = true;
    while (waiting.length > 0) {
      const together = takeSome(waiting);
      const outcome = send(together.map(({ id, document }) => ({ id, document })));
      await outcome.then(
        () => together.forEach(({ done }) => done.resolve()),
        (error: unknown) => together.forEach(({ done }) => done.reject(error)),
      );
    }
    isSending = false;
  };

  return (told) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ ...told, done });
    if (!isSending) void sendAll();
    return done.promise;
  };
}

function takeSome(waiting: Waiting[]): Waiting[] {
  let characters = 0;
  const count = waiting.findIndex(({ document }, index) => {
    // JSON and UTF-8 need up to six bytes for a character.
    characters += 6 * document.length;
    return index > 0 && (index === mostDocuments || characters > mostCharacters);
  });
  return waiting.splice(0, count < 0 ? waiting.length : count);
}
