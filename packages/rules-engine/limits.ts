/** The limits of the public documentation ("Quotas and limits" of Firestore and of Storage rules). */
export const LIMITS = {
  sourceBytes: 256 * 1024,
  functionParameters: 7,
  letsPerFunction: 10,
  callDepth: 20,
  matchSegments: 100,
  matchWildcards: 20,
  /** Expressions evaluated for one operation. Every node of the syntax tree counts as one. */
  expressions: 1000,
  /**
   * `get`, `exists`, `getAfter` and `existsAfter` of one operation; a repeated call of the same function for the same
   * document is free.
   */
  accessCalls: { 'cloud.firestore': 10, 'firebase.storage': 2 },
} as const;
