/** The priority functions, and how long they delay the others. */
export interface PriorityOptions {
  /** Whether a user waits for the result of a function of this name. */
  isPriority: (name: string) => boolean;
  /** Whether the work that priority functions started continues after their calls: the others wait for it, too. */
  isBusy?: () => boolean;
  /** Idle time of priority functions after which the others continue. */
  idleMs?: number;
  /** If priority functions are never idle that long, each other function starts one call per this interval. */
  maxWaitMs?: number;
}

/** The permission of one function to start calls. */
export interface CallPermission {
  /** Whether the function may start a call while this number of its calls is running. */
  mayStart(running: number): boolean;
  onStart(): void;
  onEnd(): void;
}

export interface Priorities {
  turnOf(name: string): CallPermission;
  stop(): void;
}

/**
 * Runs priority functions before the others, which share the process with them. A started call cannot be interrupted,
 * so the others start with one call each and raise their concurrency while the process stays idle. `onAllowed` resumes
 * them.
 */
export function createPriorities(
  { isPriority, isBusy = () => false, idleMs = 50, maxWaitMs = 125 }: PriorityOptions,
  onAllowed: () => void,
): Priorities {
  // The number of running calls permitted to each of the others.
  let limit = Infinity;
  let running = 0;
  let idle: NodeJS.Timeout | undefined;
  let maxWaitTimer: NodeJS.Timeout | undefined;

  const allowWhenIdle = (): void => {
    if (isBusy()) {
      idle = setTimeout(allowWhenIdle, idleMs);
      return;
    }
    clearTimeout(maxWaitTimer);
    maxWaitTimer = undefined;
    limit = 1;
    onAllowed();
  };
  const allowOne = (): void => {
    limit = 1;
    onAllowed();
    limit = 0;
    maxWaitTimer = setTimeout(allowOne, maxWaitMs);
  };
  const onStart = (): void => {
    running += 1;
    limit = 0;
    clearTimeout(idle);
    maxWaitTimer ??= setTimeout(allowOne, maxWaitMs);
  };
  const onEnd = (): void => {
    running -= 1;
    if (running === 0) idle = setTimeout(allowWhenIdle, idleMs);
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
      clearTimeout(maxWaitTimer);
    },
  };
}
