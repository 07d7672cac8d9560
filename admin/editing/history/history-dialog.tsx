import { Button, Grid } from '@chakra-ui/react';
import { History } from '#icons';
import { useState } from 'react';
import { Modal } from '../../ui/modal.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { EmptyState, FailureState } from '../../ui/states.tsx';
import { useNotify } from '../../ui/toaster.tsx';
import { momentText } from '../moment-text.ts';
import { useVersionLines, type Version, type VersionLine } from './history.queries.ts';
import { Timeline } from './timeline.tsx';
import { restoredValues, type Versioned } from './versioned.ts';
import { VersionPane } from './version-pane.tsx';

interface HistoryDialogProps {
  edited: Versioned;
  canEdit: boolean;
  onClose: () => void;
}

/** Every version of the edited document: shows, compares and restores it. */
export default function HistoryDialog({ edited, canEdit, onClose }: HistoryDialogProps) {
  const notify = useNotify();
  const query = useVersionLines(edited, edited.rev);
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const line = lines.find(({ rev }) => rev === chosen) ?? lines[0];

  const restore = ({ at }: VersionLine, { data, embed }: Version) => {
    const before = edited.current();
    const hidden = edited.kind === 'demo' && embed === null ? ['iframe_url'] : [];
    edited.replaceValues(restoredValues(before, edited.valuesOf(data, embed), hidden));
    onClose();
    const notice = { title: `The form now shows the revision of ${momentText(at)}`, description: 'Save to keep it.' };
    notify.info(notice, { label: 'Undo', run: () => edited.replaceValues(before) });
  };

  return (
    <Modal
      isOpen
      onClose={onClose}
      size="full"
      title="History"
      description="Every save creates a revision. The newest 100 and all of the last 180 days are kept."
      footer={
        <Button variant="outline" colorPalette="gray" onClick={onClose}>
          Close
        </Button>
      }
    >
      {query.isPending && <FormSkeleton fields={3} />}
      {query.isError && !line && <FailureState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && !line && (
        <EmptyState icon={History} title="No revisions yet" description="The next save creates the first revision." />
      )}
      {line && (
        <Grid gap="5" templateColumns={{ md: '17rem minmax(0, 1fr)' }}>
          <Timeline
            lines={lines}
            chosen={line.rev}
            onChoose={setChosen}
            onMore={query.hasNextPage ? () => void query.fetchNextPage() : null}
            isLoadingMore={query.isFetchingNextPage}
          />
          <VersionPane
            key={line.rev}
            {...{ edited, lines, line }}
            onRestore={canEdit ? (version) => restore(line, version) : null}
          />
        </Grid>
      )}
    </Modal>
  );
}
