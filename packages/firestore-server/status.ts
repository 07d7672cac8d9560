import { DiskFullError } from './damaged-file.ts';

/** The gRPC status codes of Firestore, each with its HTTP status over REST. */
export const statusCodes = {
  CANCELLED: { code: 1, http: 499 },
  UNKNOWN: { code: 2, http: 500 },
  INVALID_ARGUMENT: { code: 3, http: 400 },
  NOT_FOUND: { code: 5, http: 404 },
  ALREADY_EXISTS: { code: 6, http: 409 },
  PERMISSION_DENIED: { code: 7, http: 403 },
  RESOURCE_EXHAUSTED: { code: 8, http: 429 },
  FAILED_PRECONDITION: { code: 9, http: 400 },
  ABORTED: { code: 10, http: 409 },
  OUT_OF_RANGE: { code: 11, http: 400 },
  UNIMPLEMENTED: { code: 12, http: 501 },
  INTERNAL: { code: 13, http: 500 },
  UNAVAILABLE: { code: 14, http: 503 },
  UNAUTHENTICATED: { code: 16, http: 401 },
} as const;

export type StatusName = keyof typeof statusCodes;

export interface Status {
  status: StatusName;
  message: string;
}

/**
 * A refusal of a request. It is thrown anywhere in a request and caught in one place per transport, which turns it into
 * a response (`statusOf`).
 */
export class Refusal extends Error {
  readonly status: StatusName;
  constructor(status: StatusName, message: string) {
    super(message);
    this.status = status;
  }
}

export function refuse(status: StatusName, message: string): never {
  throw new Refusal(status, message);
}

export function invalid(message: string): never {
  throw new Refusal('INVALID_ARGUMENT', message);
}

/** The response for an error thrown while handling a request. */
export function statusOf(thrown: unknown): Status {
  if (thrown instanceof Refusal) return { status: thrown.status, message: thrown.message };
  if (thrown instanceof DiskFullError) return { status: 'RESOURCE_EXHAUSTED', message: thrown.message };
  return { status: 'INTERNAL', message: thrown instanceof Error ? thrown.message : String(thrown) };
}
