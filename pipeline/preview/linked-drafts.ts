import type { Data } from '@frontage/model/writes/write';
import type { Savable } from '@frontage/model/kinds';

/** What a link shows: a document, and the draft of it that is saved, if there is one. */
export interface LinkedDraft {
  what: Savable;
  id: string;
  /** Null where there is no draft. Of a demo with its `embed_code`, unless that is guarded. */
  data: Data | null;
}

/** The port to links and drafts. */
export interface LinkedDrafts {
  /** What the link of this hash shows now; null where it has expired, was revoked, or never was. */
  find(hash: string, now: Date): Promise<LinkedDraft | null>;
  /** Notes that it was opened. */
  count(hash: string): Promise<void>;
}
