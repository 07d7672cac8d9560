import type { Data } from '@frontage/model/writes/write';
import type { Savable } from '@frontage/model/kinds';

/** The content of a preview link: a document and its saved draft, if any. */
export interface LinkedDraft {
  what: Savable;
  id: string;
  /** The draft's values; null if there is no draft. A demo's include `embed_code`, unless the code is guarded. */
  data: Data | null;
  /** When the link expires, in milliseconds since 1970. */
  expires_at: number;
}

/** The port to links and drafts. */
export interface LinkedDrafts {
  /** The current content of the link with this hash; null if it expired, was revoked or never existed. */
  find(hash: string, now: Date): Promise<LinkedDraft | null>;
  /** Counts an opening of the link with this hash. */
  count(hash: string): Promise<void>;
}
