/** Which functions go before the others, and for how long. */
export interface PrecedenceOptions {
  /** Whether somebody waits for what a function of this name does. */
  isFirst: (name: string) => boolean;
  /** The others go on when no first one has run for so long. */
  calmMs?: number;
  /** Where it never is so calm, each of the others begins a call once in this time. */
  patienceMs?: number;
}

/** What a function knows of its turn. */
export interface Turn {
  /** Whether it may begin a call now, where so many of its calls are under way. */
  isOpen(underWay: number): boolean;
  /** A call has begun. */
  begin(): void;
  /** A call has ended. */
  end(): void;
}

export interface Precedence {
  turnOf(name: string): Turn;
  stop(): void;
}

/**
 * Has functions that somebody waits for run before others, which share the process with them. What has begun cannot be held back:
 * so the others begin with a call each, and more at a time the longer it stays calm. `onOpen` lets them go on.
 */
export function openPrecedence(
  { isFirst, calmMs = 50, patienceMs = 125 }: PrecedenceOptions,
  onOpen: () => void,
): Precedence {
  // How many calls each of the others may have under way.
  let room = Infinity;
  let running = 0;
  let calm: NodeJS.Timeout | undefined;
  let patience: NodeJS.Timeout | undefined;

  const open = (): void => {
    clearTimeout(patience);
    patience = undefined;
    room = 1;
    onOpen();
  };
  const openForOnce = (): void => {
    open();
    room = 0;
    patience = setTimeout(openForOnce, patienceMs);
  };
  const begin = (): void => {
    running += 1;
    room = 0;
    clearTimeout(calm);
    patience ??= setTimeout(openForOnce, patienceMs);
  };
  const end = (): void => {
    running -= 1;
    if (running === 0) calm = setTimeout(open, calmMs);
  };
  const widen = (): void => {
    if (room > 0) room += 1;
  };

  return {
    turnOf: (name) =>
      isFirst(name)
        ? { isOpen: () => true, begin, end }
        : { isOpen: (underWay) => underWay < room, begin: () => undefined, end: widen },
    stop: () => {
      clearTimeout(calm);
      clearTimeout(patience);
    },
  };
}
