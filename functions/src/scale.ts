import type { MemoryOption } from 'firebase-functions/options';

export interface Bounds {
  maxInstances: number;
  memory: MemoryOption;
  timeoutSeconds: number;
  concurrency?: number;
}

/**
 * How far each kind of function may grow: what an attack or a mistake can cost is bounded here. Ten instances of 80 calls each answer
 * thousands of requests a second. Argon2 runs on the four threads of Node's pool, 19 MiB each, so no number of
 * calls at once takes more memory.
 */
export const scale = {
  call: { maxInstances: 10, memory: '512MiB', timeoutSeconds: 30 },
  /** Waits for the pipeline to carry something out. */
  order: { maxInstances: 2, memory: '256MiB', timeoutSeconds: 60 },
  documentTrigger: { maxInstances: 10, memory: '256MiB', timeoutSeconds: 60 },
  /** Calls of an instance share their requests: many in few instances are few requests. */
  hint: { maxInstances: 3, memory: '256MiB', timeoutSeconds: 60, concurrency: 250 },
  /** Calls of an instance do their work together: the more of them wait, the fewer requests it takes. */
  shared: { maxInstances: 10, memory: '256MiB', timeoutSeconds: 60, concurrency: 80 },
  /** Reads whole uploads: a few at a time, of at most 5 MiB each. */
  uploadTrigger: { maxInstances: 5, memory: '512MiB', timeoutSeconds: 60, concurrency: 10 },
  minutely: { maxInstances: 1, memory: '256MiB', timeoutSeconds: 55 },
  daily: { maxInstances: 1, memory: '256MiB', timeoutSeconds: 540 },
} as const satisfies Record<string, Bounds>;
