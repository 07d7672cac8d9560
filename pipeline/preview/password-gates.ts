import { sitePaths } from '@frontage/model/paths';
import type { ContentState } from '../sync/content-state.ts';
import { applyDraft, type PreviewContext, type PreviewContent } from './apply-draft.ts';

/** The id of the password-protected demo at an address; null if there is none. */
export function protectedDemoAt(address: string, { composition }: ContentState): string | null {
  const prefix = sitePaths.demo('');
  const demo = address.startsWith(prefix) ? composition.demos.published.get(address.slice(prefix.length)) : undefined;
  return demo?.is_password_protected ? demo.id : null;
}

/** The content behind a demo's password for this viewer; null if the viewer may not see it. */
export function openGate(content: ContentState, id: string, context: PreviewContext): PreviewContent | null {
  // A preview link grants no rights.
  if (context.viewer.uid === null) return null;
  const stored = content.documents.get(`demo_pages/${id}`);
  const data = { ...stored?.used, is_password_protected: false };
  // A millisecond later, because the proposed change may be of this demo, and a version with an equal time is ignored.
  const at = new Date(Date.parse(context.at) + 1).toISOString();
  const changed = applyDraft(content, { what: 'demo', id, action: 'publish', data }, { ...context, at });
  return typeof changed === 'string' ? null : changed;
}
