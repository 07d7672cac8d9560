import { editorPath, type Kind, kindOf, kinds } from '@frontage/model/kinds/kinds';
import { adminPaths } from '@frontage/model/paths';
import type { ScheduleAction } from '@frontage/model/schedule';
import { settingKeys, settingTabs } from '@frontage/model/kinds/settings';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../lib/documents/document-store.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { Words } from '../../ui/data-table.tsx';
import { TextLink } from '../../ui/links.tsx';

export const scheduleActionLabels: Record<ScheduleAction, string> = {
  publish: 'Publish',
  publish_draft: 'Publish changes',
  unpublish: 'Unpublish',
};

/** The name of a scheduled document as a link to its editor. */
export function ScheduledName({ collection, id }: { collection: string; id: string }) {
  const kind = kindOf(collection);
  if (kind !== null) return <DocumentName kind={kind} id={id} />;
  const key = settingKeys.find((known) => known === id);
  if (key === undefined) return id;
  const { title, tab } = settingTabs[key];
  return <TextLink to={`${adminPaths.settings}?tab=${tab}`}>{`${title} (settings)`}</TextLink>;
}

function DocumentName({ kind, id }: { kind: Kind; id: string }) {
  const store = useDocumentStore();
  const { collection, nameField } = kinds[kind];
  const { data } = useQuery({
    queryKey: ['name', collection, id],
    queryFn: async () => {
      const stored = valueOf(await store.read(`${collection}/${id}`, [nameField]));
      if (stored) return String(stored[nameField]);
      // A document that was never created has its name in its draft.
      const { readDraft } = await import('../../lib/documents/draft.ts');
      const draft = valueOf(await readDraft(store, { kind, id }))?.draft.data;
      return draft ? String(draft[nameField]) : null;
    },
  });
  if (data === null) return <>Deleted</>;
  return (
    <TextLink to={editorPath(kind, id)}>
      <Words>{data ?? '…'}</Words>
    </TextLink>
  );
}
