import type { MemoryOption } from 'firebase-functions/options';

export interface Bounds {
  maxInstances: number;
  memory: MemoryOption;
  timeoutSeconds: number;
  concurrency?: number;
}

/**
 * Instance limits per kind of function, which bound the cost of an attack or a mistake. Ten instances of 80 calls each
 * answer thousands of requests per second. Argon2 runs on the four threads of Node's pool with 19 MiB each, so
 * concurrent calls take no more memory than that.
 */
export const scale = {
  call: { maxInstances: 10, memory: '512MiB', timeoutSeconds: 30 },
  /** Waits for the pipeline to carry out a request. */
  order: { maxInstances: 2, memory: '256MiB', timeoutSeconds: 60 },
  documentTrigger: { maxInstances: 10, memory: '256MiB', timeoutSeconds: 60 },
  /** Calls of an instance share requests, so few instances with many calls send few requests. */
  hint: { maxInstances: 3, memory: '256MiB', timeoutSeconds: 60, concurrency: 250 },
  /** Calls of an instance are batched: more calls per instance mean fewer requests. */
  shared: { maxInstances: 10, memory: '256MiB', timeoutSeconds: 60, concurrency: 80 },
  /** Reads whole uploads of at most 5 MiB, a few at a time. */
  uploadTrigger: { maxInstances: 5, memory: '512MiB', timeoutSeconds: 60, concurrency: 10 },
  minutely: { maxInstances: 1, memory: '256MiB', timeoutSeconds: 55 },
  daily: { maxInstances: 1, memory: '256MiB', timeoutSeconds: 540 },
} as const satisfies Record<string, Bounds>;
