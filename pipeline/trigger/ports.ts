import type { Lease } from '../log/lease.ts';
import type { Outlet } from '../release/outlet.ts';
import type { WriterPorts } from '../release/writer.ts';
import type { ContentSource } from '../sync/source.ts';

/** The pipeline's adapters. */
export interface Ports extends WriterPorts {
  /** The delivery target with its lease; null if this machine serves visitors. */
  outlet: { outlet: Outlet; lease: Lease } | null;
  /** Null to work with the stored content only. */
  source: ContentSource | null;
  /** Milliseconds between the end of a sweep and the start of the next one. */
  sweepEvery: number;
  /** Maximum number of characters of a site's first scan in memory; a hundred million by default. */
  maxBufferedChars?: number;
  /** Maximum number of pages rendered to find out whether they would change; `limits.plannedChanges` by default. */
  exactUpTo?: number;
}
