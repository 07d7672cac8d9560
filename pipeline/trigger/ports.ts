import type { Lease } from '../log/lease.ts';
import type { Outlet } from '../release/outlet.ts';
import type { WriterPorts } from '../release/writer.ts';
import type { ContentSource } from '../sync/source.ts';

/** The pipeline's adapters. */
export interface Ports extends WriterPorts {
  /** Null where visitors are served from this machine. */
  outlet: { outlet: Outlet; lease: Lease } | null;
  /** Null to work from the stored content alone. */
  source: ContentSource | null;
  /** How long after a sweep the next one comes, in milliseconds. */
  sweepEvery: number;
  /** How many characters of a site's first reading wait in memory; a hundred million unless told otherwise. */
  roomForNews?: number;
  /** How many pages are rendered at most to say whether they would change; `limits.plannedChanges` unless told otherwise. */
  exactUpTo?: number;
}
