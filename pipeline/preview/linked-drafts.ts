import type { Data } from '@frontage/model/writes/write';
import type { Savable } from '@frontage/model/kinds';

/** The content of a preview link: a document and its saved draft, if any. */
export interface LinkedDraft {
  what: Savable;
  id: string;
  /** Null where there is no draft. Of a demo with its `embed_code`, unless that is guarded. */
  data: Data | null;
  /** When the link expires, in milliseconds since 1970. */
  expires_at: number;
}

/** The port to links and drafts. */
export interface LinkedDrafts {
  /** The current content of the link with this hash; null if it expired, was revoked or never existed. */
  find(hash: string, now: Date): Promise<LinkedDraft | null>;
  /** Notes that it was opened. */
  count(hash: string): Promise<void>;
}
