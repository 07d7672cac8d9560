import { createContext, use, useState, type ReactNode } from 'react';

/** The number of running uploads of a screen, over all fields. */
export interface RunningUploads {
  isAny(): boolean;
  /** Counts `upload` as running until it settles. */
  during<T>(upload: () => Promise<T>): Promise<T>;
}

function runningUploads(): RunningUploads {
  let running = 0;
  return {
    isAny: () => running > 0,
    async during(upload) {
      running += 1;
      try {
        return await upload();
      } finally {
        running -= 1;
      }
    },
  };
}

const Context = createContext<RunningUploads | null>(null);

export function RunningUploadsProvider({ children }: { children: ReactNode }) {
  const [uploads] = useState(runningUploads);
  return <Context value={uploads}>{children}</Context>;
}

export function useRunningUploads(): RunningUploads {
  const uploads = use(Context);
  if (!uploads) throw new Error('useRunningUploads outside RunningUploadsProvider');
  return uploads;
}
