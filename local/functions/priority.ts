/** The priority functions, and how long they delay the others. */
export interface PriorityOptions {
  /** Whether a user waits for the result of a function of this name. */
  isPriority: (name: string) => boolean;
  /** Idle time of priority functions after which the others continue. */
  idleMs?: number;
  /** Without such an idle time, each other function starts one call per interval. */
  maxWaitMs?: number;
}

/** The permission of one function to start calls. */
export interface Turn {
  /** Whether the function may start a call while this number of its calls is running. */
  mayStart(running: number): boolean;
  onStart(): void;
  onEnd(): void;
}

export interface Priorities {
  turnOf(name: string): Turn;
  stop(): void;
}

/**
 * Runs priority functions before the others, which share the process with them. A started call cannot be interrupted, so the
 * others start with one call each and raise their concurrency while the process stays idle. `onOpen` resumes them.
 */
export function createPriorities(
  { isPriority, idleMs = 50, maxWaitMs = 125 }: PriorityOptions,
  onOpen: () => void,
): Priorities {
  // The number of running calls permitted to each of the others.
  let limit = Infinity;
  let running = 0;
  let idle: NodeJS.Timeout | undefined;
  let waiting: NodeJS.Timeout | undefined;

  const open = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
    limit = 1;
    onOpen();
  };
  const openOnce = (): void => {
    open();
    limit = 0;
    waiting = setTimeout(openOnce, maxWaitMs);
  };
  const onStart = (): void => {
    running += 1;
    limit = 0;
    clearTimeout(idle);
    waiting ??= setTimeout(openOnce, maxWaitMs);
  };
  const onEnd = (): void => {
    running -= 1;
    if (running === 0) idle = setTimeout(open, idleMs);
  };
  const raiseLimit = (): void => {
    if (limit > 0) limit += 1;
  };

  return {
    turnOf: (name) =>
      isPriority(name)
        ? { mayStart: () => true, onStart, onEnd }
        : { mayStart: (calls) => calls < limit, onStart: () => undefined, onEnd: raiseLimit },
    stop: () => {
      clearTimeout(idle);
      clearTimeout(waiting);
    },
  };
}
