import { Flex } from '@chakra-ui/react';
import { notices, texts } from '@frontage/model/messages';
import type { Listed, ListedDemo } from '@frontage/model/summaries/listed';
import { FilePen, Globe, LayoutGrid, Lock } from '#icons';
import { KindList } from '../../editing/list/kind-list.tsx';
import { type DeletionWords, inTrash } from '../../editing/list/use-document-actions.tsx';
import { StatCards } from '../../ui/list-controls.tsx';
import { Badge } from '../../ui/note.tsx';
import { StatsSkeleton, TableSkeleton } from '../../ui/states.tsx';

/** All demos, newest first, with their figures and features. */
export function Component() {
  return (
    <KindList
      kind="demo"
      create={{ label: 'Create New Demo', first: 'Create Your First Demo' }}
      nothingFound={{ title: 'No demos found', description: texts.galleryEmpty.searching }}
      empty="No demos found"
      skeleton={<TableSkeleton label={texts.loadingDemos} />}
      figures={(entries) => (entries ? <Stats entries={entries} /> : <StatsSkeleton />)}
      columns={[{ header: 'Features', cell: ({ document }) => <Features demo={document} /> }]}
      viewLabel="Open live page"
      deletion={demoDeletion}
    />
  );
}

const demoDeletion: DeletionWords<ListedDemo> = {
  question: ({ heading }) => ({
    title: 'Delete Demo',
    description: `Are you sure you want to delete "${heading}"? It is removed from the site and moved to the trash.`,
    more: inTrash(heading),
  }),
  deleted: notices.demoDeleted,
  failed: notices.demoDeleteFailed,
};

function Features({ demo }: { demo: ListedDemo }) {
  return (
    <Flex gap="1.5" wrap="wrap">
      {demo.is_password_protected && <Badge tone="info">Protected</Badge>}
      {demo.ga_tracking_enabled && <Badge tone="quiet">GA</Badge>}
    </Flex>
  );
}

function Stats({ entries }: { entries: readonly Listed<'demo'>[] }) {
  const { total, published, protectedOnes, drafts } = demoStats(entries);
  return (
    <StatCards
      stats={[
        { label: 'Total Demos', value: total, icon: LayoutGrid },
        { label: 'Published', value: published, icon: Globe },
        { label: 'Password Protected', value: protectedOnes, icon: Lock },
        { label: 'Drafts', value: drafts, icon: FilePen },
      ]}
    />
  );
}

/** The figures above the list. */
export function demoStats(entries: readonly Listed<'demo'>[]) {
  const demos = entries.map(({ document }) => document);
  const published = demos.filter((demo) => demo.is_published).length;
  return {
    total: demos.length,
    published,
    protectedOnes: demos.filter((demo) => demo.is_password_protected).length,
    drafts: demos.length - published,
  };
}
