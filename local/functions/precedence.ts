/** Which functions go before the others, and for how long. */
export interface PrecedenceOptions {
  /** Whether somebody waits for what a function of this name does. */
  isFirst: (name: string) => boolean;
  /** The others go on when no first one has run for so long. */
  calmMs?: number;
  /** Where it never is so calm, each of the others begins as many calls as may be under way once in this time. */
  patienceMs?: number;
}

/** What a function knows of its turn. */
export interface Turn {
  /** Whether it may begin a call now. */
  isOpen(): boolean;
  /** Its first call of several has begun. */
  begin(): void;
  /** Its last call has ended. */
  end(): void;
}

export interface Precedence {
  turnOf(name: string): Turn;
  stop(): void;
}

/** Has functions that somebody waits for run before others, which share the process with them. `onOpen` lets the others go on. */
export function openPrecedence(
  { isFirst, calmMs = 50, patienceMs = 1_000 }: PrecedenceOptions,
  onOpen: () => void,
): Precedence {
  let isOpen = true;
  let running = 0;
  let calm: NodeJS.Timeout | undefined;
  let patience: NodeJS.Timeout | undefined;

  const open = (): void => {
    clearTimeout(patience);
    patience = undefined;
    isOpen = true;
    onOpen();
  };
  const openForOnce = (): void => {
    open();
    isOpen = false;
    patience = setTimeout(openForOnce, patienceMs);
  };
  const begin = (): void => {
    running += 1;
    isOpen = false;
    clearTimeout(calm);
    patience ??= setTimeout(openForOnce, patienceMs);
  };
  const end = (): void => {
    running -= 1;
    if (running === 0) calm = setTimeout(open, calmMs);
  };

  return {
    turnOf: (name) =>
      isFirst(name)
        ? { isOpen: () => true, begin, end }
        : { isOpen: () => isOpen, begin: () => undefined, end: () => undefined },
    stop: () => {
      clearTimeout(calm);
      clearTimeout(patience);
    },
  };
}
