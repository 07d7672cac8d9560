import fc from 'fast-check';
import type { Viewer } from '@frontage/model/permissions';
import { isStamp } from '@frontage/model/fields';
import { collectionOf, kindOf, type Savable } from '@frontage/model/kinds/kinds';
import { planAlone, type Planning } from '@frontage/model/changes/plan-change';
import {
  appliedWrite,
  type Data,
  documentPath,
  draftEmbedPath,
  draftPath,
  type Write,
} from '@frontage/model/changes/write';
import { contentCollections } from '@frontage/model/content-collections';
import { settingSchemas } from '@frontage/model/kinds/settings';
import { edit } from '../sync/edits.fixture.ts';
import type { MemorySource } from '../sync/memory-source.fixture.ts';
import type { JsonObject } from '../sync/source.ts';
import type { ProposedChange, ProposedLaunch } from './preview-content.ts';

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
export async function applyProposedChange(
  proposed: ProposedChange,
  source: MemorySource,
  at: string,
): Promise<string[] | null> {
  const plan = await planOf(proposed, source);
  if (!plan.ok) return null;
  for (const write of plan.writes) {
    const data = appliedWrite(source.documents.get(write.path) ?? null, write, at);
    if (data === null) source.delete(write.path);
    else source.set(write.path, data as JsonObject);
  }
  return plan.writes.map(({ path }) => path);
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
export const isPublishable = async (member: Member, source: MemorySource): Promise<boolean> =>
  'redirect' in member ||
  ((member.what !== 'setting' || Object.hasOwn(settingSchemas, member.id)) && (await planOf(member, source)).ok);

/** Publishes a launch by the same writes as the functions, in one commit. Returns the written paths. */
export async function publishLaunch(launch: ProposedLaunch, source: MemorySource, at: string): Promise<string[]> {
  const plans = await Promise.all(launch.members.map((member) => planOf(member, source)));
  const isContent = ({ path }: Write) => contentCollections.some((name) => path.startsWith(`${name}/`));
  const written = plans
    .flatMap((plan) => (plan.ok ? plan.writes : []))
    .filter(isContent)
    .map((write) => {
      const data = appliedWrite(source.documents.get(write.path) ?? null, write, at);
      return [write.path, data as JsonObject | null] as const;
    });
  source.launch(launch.name, Object.fromEntries(written));
  return written.map(([path]) => path);
}

/** The plan of a member or change, whose form is stored as the draft of its document. */
function planOf(member: Member, source: MemorySource) {
  const stored = new Map<string, Data>(source.documents);
  const planning: Planning = {
    reads: {
      read: (paths) =>
        Promise.resolve(
          paths.map((path) => {
            const data = stored.get(path);
            return data ? { data, version: 'only' } : null;
          }),
        ),
    },
    uid: 'ada',
    rights: null,
    rules: [],
    digest: () => member.id,
  };
  if ('redirect' in member) return planAlone(planning, { action: 'redirect', ...member });
  const { what: kind, id, action, data } = member;
  const rev = Number(stored.get(documentPath(kind, id))?.['rev'] ?? 0);
  if (action === 'publish' && data === null && kind !== 'setting')
    return planAlone(planning, { action, kind, id, rev });
  if (action === 'publish') {
    const { embed_code: code, ...entered } = data ?? {};
    const stamps = { created_at: moment, created_by: 'ada', updated_at: moment, updated_by: 'ada' };
    const names = { collection: collectionOf(kind), id, base_rev: rev, rev: 1, review: null, note: null };
    stored.set(draftPath(kind, id), { ...names, ...stamps, data: entered });
    if (code !== undefined) stored.set(draftEmbedPath(id), { iframe_url: code });
    return planAlone(planning, { action: 'publish_draft', kind, id, draft: { version: 'only' } });
  }
  if (kind === 'setting') return Promise.resolve({ ok: false } as const);
  return planAlone(planning, action === 'delete' ? { action, kind, id, rev: null } : { action, kind, id });
}

const moment = '2026-01-01T00:00:00.000Z';
