import { Button, Flex, Link } from '@chakra-ui/react';
import { orderAsShown } from '@frontage/model/homepage';
import { adminPaths, sitePaths } from '@frontage/model/paths';
import { LayoutTemplate, Plus, Send } from '#icons';
import { canCreate } from '@frontage/model/abilities';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useViewer } from '../../lib/session.tsx';
import { useDraftsInState } from '../../editing/draft/listed-drafts.queries.ts';
import { isInState, ShowMore, StateFilter, useListAddress } from '../../editing/list/list-view.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { CardsSkeleton } from '../../ui/skeletons.tsx';
import { EmptyState, FailureState } from '../../ui/states.tsx';
import { SectionsList } from './sections-list.tsx';
import { usePublishAll } from './use-publish-all.ts';

const addLabel = 'Add section';

/** The list of homepage sections in order. */
export function Component() {
  const viewer = useViewer();
  const { config } = useFirebase();
  const query = useDocuments('section');
  const mayEdit = canCreate('section', viewer);
  const publishAll = usePublishAll();
  const entries = query.data ?? [];
  const byId = new Map(entries.map((entry) => [entry.document.id, entry]));
  const ordered = orderAsShown(entries.map(({ document }) => document)).flatMap(({ id }) => byId.get(id) ?? []);
  const { state, setState } = useListAddress();
  const { drafts: edited, more } = useDraftsInState('section', state);
  const shown = ordered.filter(({ document }) => isInState(state, document, edited.get(document.id)));
  const drafts = ordered.map(({ document }) => document).filter((section) => !section.is_published);

  const add = mayEdit && (
    <ButtonLink to={adminPaths.section('new')}>
      <Plus /> {addLabel}
    </ButtonLink>
  );

  return (
    <>
      <PageHeader
        title="Homepage Sections"
        description={
          <>
            Shown in this order on{' '}
            <Link href={config.siteOrigin + sitePaths.home} target="_blank" rel="noopener" variant="underline">
              the homepage
            </Link>
            .
          </>
        }
        actions={
          <>
            {mayEdit && (
              <Button
                variant="outline"
                colorPalette="gray"
                disabled={drafts.length === 0}
                loading={publishAll.isRunning}
                loadingText="Publish All Drafts"
                onClick={() => void publishAll.run(drafts)}
              >
                <Send /> Publish All Drafts
              </Button>
            )}
            {add}
          </>
        }
      />
      {query.isPending && <CardsSkeleton />}
      {query.isError && !query.data && <FailureState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && ordered.length === 0 && (
        <EmptyState
          icon={LayoutTemplate}
          title="No sections yet"
          description="The homepage is made of sections. Until one is published, visitors see “No published content yet.”"
          action={add}
        />
      )}
      {ordered.length > 0 && (
        <Flex mb="4">
          <StateFilter state={state} onChange={setState} />
        </Flex>
      )}
      {ordered.length > 0 && shown.length === 0 && (
        <EmptyState
          icon={LayoutTemplate}
          title="No sections in this state"
          action={
            <Button variant="outline" onClick={() => setState('')}>
              Show all
            </Button>
          }
        />
      )}
      {query.data && <SectionsList entries={shown} isWhole={shown.length === ordered.length} />}
      <ShowMore more={more} />
    </>
  );
}
