import type { Role } from '@frontage/model/user';

/** Plain data as tests write it: whole numbers are integers, dates timestamps, `now` the server's time. */
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
/** A floating-point number, which only the wire can tell from an integer. */
export const double = (value: number): Marker => new Marker('double', value);

/** The time of requests, if it can be chosen, and of the stored documents. */
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
   * Whether all sessions were ended after they signed in, before, or never; whether this one was signed out, or another;
   * whether they signed in before or after a second factor was set up.
   */
  sessions:
    'ended' | 'renewed' | 'kept' | 'signed out' | 'another signed out' | 'before the factor' | 'after the factor';
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
  /** Why this cannot be tried over the wire of the SDKs. */
  engineOnly?: string;
}
