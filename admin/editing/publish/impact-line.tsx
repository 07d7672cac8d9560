import { Button, chakra, Text } from '@chakra-ui/react';
import { addedWords, impactParts, impactWords, waitPhrase } from '@frontage/model/impact';
import type { PlanAnswer } from '@frontage/model/preview';
import { Suspense, useDeferredValue, useState } from 'react';
import { Columns2 } from '#icons';
import { lazyDialog } from '../../ui/lazy.tsx';
import { useScreenCommands } from '../../ui/screen-commands.tsx';
import type { Previewed, PreviewSource } from '../editor/places.ts';
import { LinksToCheck } from '../text/checked-text.tsx';
import { checkedText, useImpact, useDebouncedPreview } from './impact.queries.ts';

const ImpactDialog = lazyDialog(() => import('./impact-dialog.tsx'));

interface ImpactLineProps {
  source: PreviewSource;
  /** The revision that publishing would replace. */
  rev: number;
  /** Whether there is something to publish. */
  isDue: boolean;
  /** Whether visitors see the stored version: then a form with the switch off unpublishes it. */
  isPublished?: boolean;
}

/** The number of addresses that publishing the form would change. Publishing never waits for it. */
export function ImpactLine({ source, rev, isDue, isPublished = false }: ImpactLineProps) {
  const { typed, isTyping } = useDebouncedPreview(source, 400);
  const isWithdrawn = isPublished && typed.data['is_published'] === false;
  const change = isWithdrawn
    ? ({ ...typed, data: null, action: 'unpublish' } as const)
    : ({ ...typed, action: 'publish' } as const);
  const impact = useImpact(isDue && !isTyping ? change : null, rev);
  // An invalid form has no list.
  const plan = impact.data?.refused ? undefined : impact.data;
  // During typing, the line describes earlier values: the list waits for the answer to the current ones.
  const [details, setDetails] = useState<'requested' | { plan: PlanAnswer; previewed: Previewed } | null>(null);
  if (details === 'requested' && (impact.isError || !isDue)) setDetails(null);
  if (details === 'requested' && impact.data && !impact.isPlaceholderData) {
    setDetails(impact.data.total > 0 && !impact.data.refused ? { plan: impact.data, previewed: typed } : null);
  }
  const open = () => setDetails('requested');
  const hasDetails = isDue && plan !== undefined && plan.total > 0;
  useScreenCommands(
    hasDetails
      ? [{ label: 'Compare before and after', icon: Columns2, keywords: 'comparison changes impact diff', run: open }]
      : [],
  );
  const checked = checkedText(typed);
  // Rendered after loading, without a fallback: see `useOpenState`.
  const opened = useDeferredValue(details);
  return (
    // Always has its height, so that the bar does not move.
    <Text as="div" textStyle="sm" color="fg.muted" minH="5" data-impact="">
      {isDue && impact.isPending && 'Checking the changes…'}
      {isDue && impact.isError && 'Effect on the site unknown'}
      {isDue && impact.data?.refused && 'Fix errors before publishing'}
      {isDue && plan?.total === 0 && (
        <>
          {impactWords(plan)}
          <Added {...plan} />
        </>
      )}
      {isDue && plan && plan.total > 0 && (
        <Button
          variant="plain"
          size="sm"
          height="auto"
          maxW="full"
          whiteSpace={{ base: 'normal', lg: 'nowrap' }}
          textAlign="start"
          px="0"
          color="fg.info"
          textDecoration="underline"
          textUnderlineOffset="3px"
          fontWeight="normal"
          title={impactWords(plan) + waitPhrase(plan)}
          aria-haspopup="dialog"
          aria-busy={details === 'requested'}
          onClick={open}
        >
          <Words {...plan} />
          <Added {...plan} />
          {checked && <LinksToCheck {...checked} />}
        </Button>
      )}
      <Suspense>
        {details === opened && details !== null && details !== 'requested' && (
          <ImpactDialog {...details} onClose={() => setDetails(null)} />
        )}
      </Suspense>
    </Text>
  );
}

/** A warning about the health findings that publishing would add. */
function Added(plan: PlanAnswer) {
  const words = addedWords(plan);
  if (words === '') return null;
  return (
    <chakra.span color="fg.warning" fontWeight="medium" whiteSpace="nowrap">
      {` · ${words}`}
    </chakra.span>
  );
}

/** One line beside the buttons. The dialog contains the rest. */
function Words(plan: PlanAnswer) {
  const { short, more } = impactParts(plan);
  return (
    <chakra.span overflow={{ lg: 'hidden' }} textOverflow="ellipsis">
      {short}
      <chakra.span hideBelow="2xl">{more}</chakra.span>
      {/* If every page changes, the time is more important than the number of addresses. */}
      <chakra.span display={plan.all ? 'inline' : { base: 'inline', lg: 'none', '2xl': 'inline' }}>
        {waitPhrase(plan)}
      </chakra.span>
    </chakra.span>
  );
}
