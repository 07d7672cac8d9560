import { Button, Text } from '@chakra-ui/react';
import { fieldLabels } from '@frontage/model/field-labels';
import { draftOf } from '@frontage/model/draft';
import { parseDocumentLink } from '@frontage/model/document-link';
import { textsOf } from '@frontage/model/kinds/field';
import { kinds, type Savable } from '@frontage/model/kinds/kinds';
import { type LaunchMember, memberPath } from '@frontage/model/launch';
import { collections } from '@frontage/model/paths';
import { type Data, documentPath } from '@frontage/model/changes/write';
import { useQuery } from '@tanstack/react-query';
import { fieldText } from '../../editing/field-text.ts';
import { Comparison } from '../../editing/versions/comparison.tsx';
import type { FieldWords, Values } from '../../editing/versions/compare-fields.ts';
import { type MemberInput, pinned } from '../../editing/publish/launches.queries.ts';
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
  /** Adds a version to the launch in place of the former one; absent without the permission. */
  onConfirm?: ((version: MemberInput) => void) | undefined;
  onClose: () => void;
}

/**
 * A document of a launch with the words that publishing changes, and its page before and after. A user confirms exactly
 * the version that is shown, even if another is stored meanwhile.
 */
export default function MemberDialog({ member, isMoved, onConfirm, onClose }: MemberDialogProps) {
  const kind = draftOf(member);
  const { name } = useDocumentName(memberPath(member));
  const versions = useVersions(member, kind);
  const shown = versions.data?.shown;
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="full"
      title={`Changes of ${name ?? 'this document'}`}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            Close
          </Button>
          {isMoved && onConfirm && (
            <Button disabled={!shown} onClick={() => shown && onConfirm(shown)}>
              Confirm changes
            </Button>
          )}
        </>
      }
    >
      {isMoved && (
        <Note kind="warning">
          <Text>It was changed after it was added. This is its current version.</Text>
        </Note>
      )}
      {kind !== null && <Changes member={member} kind={kind} versions={versions} />}
    </Modal>
  );
}

const pathOfLink = (link: string): string => {
  const document = parseDocumentLink(link);
  return document === null ? link : documentPath(document.kind, document.id);
};

interface ChangesProps {
  member: LaunchMember;
  kind: Savable;
  versions: ReturnType<typeof useVersions>;
}

function Changes({ member: { id, collection }, kind, versions }: ChangesProps) {
  const shown = [versions.data?.before, versions.data?.after].map((values) => values ?? {});
  const parents = shown.map((values) => values['parent_id']);
  const ids = [...new Set(parents.filter((parent) => typeof parent === 'string' && parent !== ''))];
  const fields = kind === 'setting' ? {} : kinds[kind].fields;
  const links = [
    ...new Set(shown.flatMap((values) => textsOf(fields, values, ['link', 'links'])).map(({ text }) => text)),
  ];
  const names = useDocumentNames([
    ...ids.map((parent) => `${collections.pages}/${String(parent)}`),
    ...links.map((link) => pathOfLink(link)),
  ]);
  const titleOf = (link: string): string => names[ids.length + links.indexOf(link)]?.name ?? link;
  const words: FieldWords = {
    labels: fieldLabels[collection as keyof typeof fieldLabels],
    valueText: (field, value) =>
      field === 'parent_id'
        ? (names[ids.indexOf(value)]?.name ?? 'Another page')
        : fieldText(fields[field] ?? {}, value, titleOf),
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

interface Versions {
  /** The form values that visitors see; null if they see none. */
  before: Values | null;
  /** The form values after the launch. */
  after: Values;
  /** The member that names exactly this version; null if there is nothing to publish. */
  shown: MemberInput | null;
}

function useVersions({ collection, id, action }: LaunchMember, kind: Savable | null) {
  const store = useDocumentStore();
  return useQuery({
    queryKey: ['launch-member', collection, id, action],
    enabled: kind !== null,
    queryFn: async (): Promise<Versions> => {
      if (kind === null) throw new Error(`A launch compares no documents of ${collection}`);
      const found = valueOf(await store.read(`${collection}/${id}`));
      const { data, embed } = await readStoredVersion(store, { kind, id }, found);
      const stored =
        data === null ? null : { ...valuesOf(kind, id, data), ...(embed !== null && { iframe_url: embed }) };
      const isLive = data !== null && (kind === 'setting' || data['is_published'] === true);
      const kept = action === 'publish_draft' ? valueOf(await readDraft(store, { kind, id })) : null;
      const drafted = { ...kept?.draft.data, ...(kept?.embed != null && { iframe_url: kept.embed }) };
      // A launch publishes a document that visitors do not see, even if the switch of its draft is off.
      const after = { ...stored, ...drafted, ...(!isLive && { is_published: true }) };
      const version = { data, draft: kept?.draft, code: kept?.embed ?? embed };
      const shown = await pinned({ collection, id, action }, version);
      return { before: isLive ? stored : null, after, shown };
    },
    ...queryForEditing,
  });
}

function valuesOf(kind: Savable, id: string, data: Data): Values {
  if (kind !== 'setting') return data;
  return id === 'ga4_id' ? { ga4_id: data['value'] } : (data['value'] as Values);
}
