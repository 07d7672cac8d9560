interface Pump<Draft> {
  /** Has this asked as soon as the question under way is answered, instead of all that waits. */
  push(draft: Draft): void;
  stop(): void;
}

/**
 * Asks one question at a time, always about the newest draft: however fast somebody types, what is shown is at most one
 * answer old. `ask` does not reject.
 */
export function newestFirst<Draft, Answer>(
  ask: (draft: Draft) => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
): Pump<Draft> {
  let waiting: { draft: Draft } | null = null;
  let isAsking = false;
  let isStopped = false;

  const run = async () => {
    isAsking = true;
    while (waiting && !isStopped) {
      const { draft } = waiting;
      waiting = null;
      const answer = await ask(draft);
      if (!isStopped) onAnswer(answer);
    }
    isAsking = false;
  };

  return {
    push: (draft) => {
      waiting = { draft };
      if (!isAsking) void run();
    },
    stop: () => {
      isStopped = true;
    },
  };
}
