interface Pump<Draft> {
  /** Sends this draft when the current request is answered, replacing any waiting draft. */
  push(draft: Draft): void;
  stop(): void;
}

/**
 * Sends one request at a time, always with the newest draft, so that the result is at most one response behind. `ask`
 * does not reject.
 */
export function createLatestRequest<Draft, Answer>(
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
