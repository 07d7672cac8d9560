import { Button, Text } from '@chakra-ui/react';
import { fieldLabels } from '@frontage/model/field-labels';
import { draftOf } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds';
import { type LaunchMember, memberPath } from '@frontage/model/launch';
import { collections } from '@frontage/model/paths';
import type { Data } from '@frontage/model/writes/write';
import { useQuery } from '@tanstack/react-query';
import { Comparison } from '../../editing/comparison/comparison.tsx';
import type { FieldWords, Values } from '../../editing/conflict/compare-fields.ts';
import { valueOf } from '../../lib/documents/document-store.ts';
import { queryForEditing } from '../../lib/documents/documents.queries.ts';
import { readDraft } from '../../lib/documents/draft.ts';
import { readStoredVersion } from '../../lib/documents/save-document.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { FailureState, FormSkeleton } from '../../ui/states.tsx';
import { useDocumentName, useDocumentNames } from './launch-parts.tsx';

interface MemberDialogProps {
  member: LaunchMember;
  /** Whether the document was changed after it was added to the launch. */
  isMoved: boolean;
  onClose: () => void;
}

/** A document of a launch with the words that publishing changes, and its page before and after. */
export default function MemberDialog({ member, isMoved, onClose }: MemberDialogProps) {
  const kind = draftOf(member);
  const { name } = useDocumentName(memberPath(member));
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="full"
      title={`Changes of ${name ?? 'this document'}`}
      footer={
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          Close
        </Button>
      }
    >
      {isMoved && (
        <Note kind="warning">
          <Text>It was changed after it was added. This is its current version.</Text>
        </Note>
      )}
      {kind !== null && <Changes member={member} kind={kind} />}
    </Modal>
  );
}

function Changes({ member, kind }: { member: LaunchMember; kind: Savable }) {
  const { id, collection } = member;
  const versions = useVersions(member, kind);
  const parents = [versions.data?.before, versions.data?.after].map((values) => values?.['parent_id']);
  const ids = [...new Set(parents.filter((parent) => typeof parent === 'string' && parent !== ''))];
  const names = useDocumentNames(ids.map((parent) => `${collections.pages}/${String(parent)}`));
  const words: FieldWords = {
    labels: fieldLabels[collection as keyof typeof fieldLabels],
    valueText: (field, value) =>
      field === 'parent_id' ? (names[ids.indexOf(value)]?.name ?? 'Another page') : undefined,
  };
  if (versions.isPending) return <FormSkeleton fields={3} />;
  if (versions.isError) return <FailureState error={versions.error} onRetry={() => void versions.refetch()} />;
  const { before, after } = versions.data;
  return (
    <Comparison
      title={before === null ? 'All of this is new to visitors' : 'Changes'}
      compared={{
        ...{ kind, id, words },
        before: before && { name: 'Live', values: before },
        after: { name: 'Launch', values: after },
      }}
    />
  );
}

/** The live version, null if visitors see none, and the version after the launch, as form values. */
function useVersions({ collection, id, action }: LaunchMember, kind: Savable) {
  const store = useDocumentStore();
  return useQuery({
    queryKey: ['launch-member', collection, id, action],
    queryFn: async (): Promise<{ before: Values | null; after: Values }> => {
      const found = valueOf(await store.read(`${collection}/${id}`));
      const { data, embed } = await readStoredVersion(store, { kind, id }, found);
      const stored =
        data === null ? null : { ...valuesOf(kind, id, data), ...(embed !== null && { iframe_url: embed }) };
      const isLive = data !== null && (kind === 'setting' || data['is_published'] === true);
      const kept = action === 'publish_draft' ? valueOf(await readDraft(store, { kind, id })) : null;
      const drafted = { ...kept?.draft.data, ...(kept?.embed != null && { iframe_url: kept.embed }) };
      // A launch publishes a document that visitors do not see, even if the switch of its draft is off.
      const after = { ...stored, ...drafted, ...(!isLive && { is_published: true }) };
      return { before: isLive ? stored : null, after };
    },
    ...queryForEditing,
  });
}

function valuesOf(kind: Savable, id: string, data: Data): Values {
  if (kind !== 'setting') return data;
  return id === 'ga4_id' ? { ga4_id: data['value'] } : (data['value'] as Values);
}
