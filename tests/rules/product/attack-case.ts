import type { Role } from '@frontage/model/user';

/** Document data in tests: whole numbers are integers, dates are timestamps, `now` is the server's time. */
export type Plain = null | boolean | number | string | Date | Marker | Plain[] | { [field: string]: Plain };
export type Fields = { [field: string]: Plain };
export type InitialState = { [path: string]: Fields };

/** Values without a literal form. */
export class Marker {
  readonly kind: 'now' | 'double';
  readonly value: number;
  constructor(kind: 'now' | 'double', value = 0) {
    this.kind = kind;
    this.value = value;
  }
}

export const now = new Marker('now');
/** A floating-point number with an integer value. Only the wire format distinguishes it from an integer. */
export const double = (value: number): Marker => new Marker('double', value);

/** The time of requests that the engine evaluates directly, and the time of stored documents. */
export const requestTime = new Date('2026-03-04T05:06:07.089Z');
export const storedTime = new Date('2026-01-02T03:04:05.006Z');

/** The caller: null if signed out. */
export interface Actor {
  name: string;
  uid: string;
  /** Null: no `user_roles` document. */
  roles: Role[] | null;
  isActive: boolean;
  /**
   * `ended`, `renewed`, `kept`: all sessions were ended after this sign-in, before it, or never. `signed out`, `another
   * signed out`: this or another session was signed out. `before`, `after the factor`: relative to the enrollment.
   */
  sessions:
    | 'ended'
    | 'renewed'
    | 'kept'
    | 'signed out'
    | 'another signed out'
    | 'before the factor'
    | 'after the factor';
  usedSecondFactor: boolean;
}

export type Write =
  | { set: string; data: Fields }
  /** Merges top-level fields into the stored document. */
  | { update: string; data: Fields }
  | { delete: string };

interface Query {
  list: string;
  where?: [field: string, value: Plain][];
}

/** A test case: a request against stored documents, and whether it must be allowed. */
export interface AttackCase {
  name: string;
  actor: Actor | null;
  initialState: InitialState;
  try: { get: string } | Query | { batch: Write[] };
  expected: boolean;
  /** The reason why this case cannot be sent by the SDKs. */
  engineOnly?: string;
}
