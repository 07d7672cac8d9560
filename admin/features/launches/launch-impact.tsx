import { Box, Button, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { addedWords, impactWords, removalWarning, waitPhrase } from '@frontage/model/impact';
import { collections } from '@frontage/model/paths';
import { canReview } from '@frontage/model/permissions';
import { type PlanAnswer, previewPaths } from '@frontage/model/preview';
import { Suspense } from 'react';
import { ChangedAddresses } from '../../editing/publish/impact-note.tsx';
import { useLaunchImpact } from '../../editing/publish/impact.queries.ts';
import type { StoredLaunch } from '../../editing/publish/launches.queries.ts';
import { useOpenPreview } from '../../editing/editor/open-preview.ts';
import { useViewer } from '../../lib/session.tsx';
import { lazyDialog, useOpenState } from '../../ui/lazy.tsx';
import { Note } from '../../ui/note.tsx';
import { DocumentName } from './launch-parts.tsx';

const ImpactDialog = lazyDialog(() => import('../../editing/publish/impact-dialog.tsx'));
const ShareDialog = lazyDialog(() => import('../../editing/editor/share-dialog.tsx'));

/** The future site of an open launch: a preview of every page, and the addresses that change. Publishing waits for neither. */
export default function LaunchImpact({ launch }: { launch: StoredLaunch }) {
  const { id, rev, settled_rev } = launch;
  // A proposal that waits changes no address.
  const impact = useLaunchImpact(id, settled_rev ?? rev);
  const { isOpening, open } = useOpenPreview();
  const [compared, setCompared] = useOpenState<PlanAnswer | null>(null);
  const [isSharing, setSharing] = useOpenState(false);
  const viewer = useViewer();
  const { data: plan } = impact;
  return (
    <Box as="section" aria-labelledby="launch-impact" mt="4">
      <Flex gap="2" align="center" wrap="wrap" mb="2">
        <Heading as="h2" id="launch-impact" textStyle="lg" flex="1 1 14rem">
          Changes on the site
        </Heading>
        <Flex gap="2" wrap="wrap">
          {plan && plan.total > 0 && (
            <Button size="sm" variant="ghost" onClick={() => setCompared(plan)}>
              Compare before and after
            </Button>
          )}
          <Button
            size="sm"
            variant="outline"
            disabled={isOpening}
            onClick={() => void open(previewPaths.launchOpen, { launch: id })}
          >
            Preview the site
          </Button>
          {canReview(viewer) && (
            <Button size="sm" variant="outline" onClick={() => setSharing(true)}>
              Share a preview
            </Button>
          )}
        </Flex>
      </Flex>
      <Text role="status" color="fg.muted" mb="2">
        {impact.isPending && 'Checking the changes…'}
        {impact.isError && `The effect on the site is unknown. ${impact.error.message}`}
        {plan && [summary(plan), addedWords(plan)].filter(Boolean).join(' · ')}
      </Text>
      {plan && <Warnings plan={plan} />}
      {plan && plan.total > 0 && <ChangedAddresses plan={plan} />}
      <Suspense>
        {compared && <ImpactDialog plan={compared} previewed={{ launch: id }} onClose={() => setCompared(null)} />}
        {isSharing && <ShareDialog collection={collections.launches} id={id} onClose={() => setSharing(false)} />}
      </Suspense>
    </Box>
  );
}

const summary = (plan: PlanAnswer): string =>
  plan.total === 0 ? 'Visitors see no difference.' : impactWords(plan) + waitPhrase(plan);

function Warnings({ plan }: { plan: PlanAnswer }) {
  const { refusedDocuments = [] } = plan;
  const removal = removalWarning(plan);
  return (
    <Flex direction="column" gap="2" mb="2" _empty={{ display: 'none' }}>
      {refusedDocuments.length > 0 && (
        <Note kind="warning">
          <Text>These documents cannot be published as they are. Correct them, then add them to the launch again.</Text>
          <chakra.ul ps="5" mt="1">
            {refusedDocuments.map((path) => (
              <li key={path}>
                <DocumentName path={path} />
              </li>
            ))}
          </chakra.ul>
        </Note>
      )}
      {removal !== '' && <Note kind="warning">{removal}</Note>}
    </Flex>
  );
}
