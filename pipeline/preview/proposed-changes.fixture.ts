import fc from 'fast-check';
import type { Viewer } from '@frontage/model/permissions';
import { isStamp } from '@frontage/model/fields';
import { kindOf, type Savable } from '@frontage/model/kinds';
import { documentPath, embedPath, serverTime, type Data, type Write } from '@frontage/model/changes/write';
import { contentCollections } from '@frontage/model/paths';
import { settingSchemas } from '@frontage/model/settings';
import { changeOf, planDelete, planPublish, planSave, putRedirect } from '@frontage/model/changes/document-writes';
import { edit } from '../sync/edits.fixture.ts';
import type { MemorySource } from '../sync/memory-source.fixture.ts';
import type { Json, JsonObject } from '../sync/source.ts';
import type { ProposedChange, ProposedLaunch } from './apply-draft.ts';

export const admin: Viewer = { uid: 'ada', roles: ['admin'] };

const editedCollections = ['pages', 'demo_pages', 'homepage_sections', 'site_settings'];

/** A proposed change, valid or not. */
export const proposedChange: fc.Arbitrary<ProposedChange> = fc
  .tuple(
    edit.filter(({ path }) => editedCollections.some((name) => path.startsWith(`${name}/`))),
    fc.constantFrom(undefined, 'https://demo.example/considered', 'hello'),
  )
  .map(([{ path, data }, embed]) => proposalOf(path, data, embed));

function proposalOf(path: string, data: JsonObject | null, embed: string | undefined): ProposedChange {
  const [collection = '', id = ''] = path.split('/');
  const what: Savable = kindOf(collection) ?? 'setting';
  if (data === null) return { what, id, action: 'delete', data: null };
  if (data['is_published'] === false) return { what, id, action: 'unpublish', data: null };
  return { what, id, action: 'publish', data: { ...formData(what, id, data), ...(embed && { embed_code: embed }) } };
}

function formData(what: Savable, id: string, data: JsonObject): Data {
  if (what !== 'setting') return Object.fromEntries(Object.entries(data).filter(([field]) => !isStamp(field)));
  return id === 'ga4_id' ? { ga4_id: data['value'] } : (data['value'] as Data);
}

/** Applies a proposed change by the same writes as the admin. Returns the written paths; null if it is refused. */
export function applyProposedChange(proposed: ProposedChange, source: MemorySource, at: string): string[] | null {
  const writes = writesOf(proposed, source);
  for (const write of writes ?? []) {
    if (write.type === 'delete') source.delete(write.path);
    else {
      const before = write.type === 'update' ? source.documents.get(write.path) : {};
      source.set(write.path, { ...before, ...stamped(write.data, at) });
    }
  }
  return writes && writes.map(({ path }) => path);
}

type Member = ProposedLaunch['members'][number];

/** A member that publishes a draft of the current revision, or has the proposal's action. */
export function memberFor(proposed: ProposedChange, source: MemorySource): Member {
  const { what, id, action, data } = proposed;
  if (action !== 'publish' || data === null) return proposed;
  const base_rev = Number(source.documents.get(documentPath(what, id))?.['rev'] ?? 0);
  return { ...proposed, draft: { base_rev, created_by: 'ada' } };
}

/** Whether the functions would publish a member. */
export const isPublishable = (member: Member, source: MemorySource): boolean =>
  'redirect' in member ||
  ((member.what !== 'setting' || Object.hasOwn(settingSchemas, member.id)) && writesOf(member, source) !== null);

/** Publishes a launch by the same writes as the functions, in one commit. Returns the written paths. */
export function publishLaunch(launch: ProposedLaunch, source: MemorySource, at: string): string[] {
  const writes = launch.members.flatMap((member) => {
    if ('redirect' in member) return [putRedirect(member.id, member.redirect, 'ada')];
    const { what, id, action, draft } = member;
    if (draft || action === 'delete' || what === 'setting') return writesOf(member, source) ?? [];
    const { rev, is_published } = source.documents.get(documentPath(what, id)) ?? {};
    const isPublished = action === 'publish';
    if ((is_published === true) === isPublished) return [];
    const fields = { is_published: isPublished };
    return planSave(changeOf({ kind: what, id, fields, uid: 'ada', rev: Number(rev) })).writes;
  });
  const after = (write: Write): JsonObject | null => {
    if (write.type === 'delete') return null;
    const before = write.type === 'update' ? source.documents.get(write.path) : {};
    return { ...before, ...stamped(write.data, at) };
  };
  const isContent = ({ path }: Write) => contentCollections.some((name) => path.startsWith(`${name}/`));
  const written = writes.filter(isContent).map((write) => [write.path, after(write)] as const);
  source.launch(launch.name, Object.fromEntries(written));
  return written.map(([path]) => path);
}

function writesOf({ what, id, action, data }: ProposedChange, source: MemorySource): Write[] | null {
  const stored = source.documents.get(documentPath(what, id)) ?? null;
  const live = source.documents.get(embedPath(id))?.['iframe_url'];
  const uid = 'ada';
  const rev = Number(stored?.['rev'] ?? 0);
  if (action === 'publish') {
    const { embed_code: entered, ...entry } = data ?? {};
    const embed = entered ?? live;
    const published = planPublish({
      kind: what,
      id,
      document: stored && { ...stored, rev },
      draft: { data: entry, base_rev: rev, review: null },
      embed: typeof embed === 'string' ? embed : null,
      read: { version: null, hasEmbed: entered !== undefined },
      uid,
    });
    return published.ok ? published.writes : null;
  }
  if (stored === null || what === 'setting') return null;
  if (action === 'delete')
    return planDelete({ kind: what, id, data: stored, embed: typeof live === 'string' ? live : null, uid });
  return planSave(changeOf({ kind: what, id, fields: { is_published: false }, uid, rev })).writes;
}

const stamped = (data: Data, at: string): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]): [string, Json] => [field, value === serverTime ? at : (value as Json)]),
  );
