import { sitePaths } from '@frontage/model/paths';
import type { ContentState } from '../sync/content-state.ts';
import { layDraft, type Considered, type Laid } from './lay-draft.ts';

/** Id of the demo at an address, if a password guards it. */
export function guardedAt(address: string, { composition }: ContentState): string | null {
  const prefix = sitePaths.demo('');
  const demo = address.startsWith(prefix) ? composition.demos.published.get(address.slice(prefix.length)) : undefined;
  return demo?.is_password_protected ? demo.id : null;
}

/** The content as somebody sees it who has entered a demo's password; null where they may not see that without one. */
export function openGate(content: ContentState, id: string, considered: Considered): Laid | null {
  // Whoever has a link has nobody's rights, whatever there is to see.
  if (considered.viewer.uid === null) return null;
  const stored = content.documents.get(`demo_pages/${id}`);
  const data = { ...stored?.used, is_password_protected: false };
  // What is no newer than what is known does not count, and the demo itself may have been laid over at this very moment.
  const at = new Date(Date.parse(considered.at) + 1).toISOString();
  const laid = layDraft(content, { what: 'demo', id, action: 'publish', data }, { ...considered, at });
  return typeof laid === 'string' ? null : laid;
}
