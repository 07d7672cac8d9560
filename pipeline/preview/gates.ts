import { sitePaths } from '@frontage/model/paths';
import type { ContentState } from '../sync/content-state.ts';
import { applyDraft, type PreviewContext, type PreviewContent } from './apply-draft.ts';

/** Id of the demo at an address, if a password guards it. */
export function protectedDemoAt(address: string, { composition }: ContentState): string | null {
  const prefix = sitePaths.demo('');
  const demo = address.startsWith(prefix) ? composition.demos.published.get(address.slice(prefix.length)) : undefined;
  return demo?.is_password_protected ? demo.id : null;
}

/** The content behind a demo's password for this viewer; null if the viewer may not see it. */
export function openGate(content: ContentState, id: string, considered: PreviewContext): PreviewContent | null {
  // A preview link grants no rights.
  if (considered.viewer.uid === null) return null;
  const stored = content.documents.get(`demo_pages/${id}`);
  const data = { ...stored?.used, is_password_protected: false };
  // A document that is not newer is ignored, and the demo itself may be the proposed change.
  const at = new Date(Date.parse(considered.at) + 1).toISOString();
  const laid = applyDraft(content, { what: 'demo', id, action: 'publish', data }, { ...considered, at });
  return typeof laid === 'string' ? null : laid;
}
