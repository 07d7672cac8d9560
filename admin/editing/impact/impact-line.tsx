import { Button, chakra, Text } from '@chakra-ui/react';
import { impactParts, impactWords, waitPhrase } from '@frontage/model/impact';
import type { PlanAnswer } from '@frontage/model/preview';
import { Suspense, useDeferredValue, useState } from 'react';
import { lazyDialog } from '../../ui/lazy.tsx';
import type { PreviewSource } from '../preview/preview-source.ts';
import type { Previewed } from '../preview/previewed.ts';
import { useImpact, useDebouncedPreview } from './impact.queries.ts';

const ImpactDialog = lazyDialog(() => import('./impact-dialog.tsx'));

interface ImpactLineProps {
  source: PreviewSource;
  /** The revision that publishing would replace. */
  rev: number;
  /** Whether there is something to publish. */
  isDue: boolean;
}

/** The addresses that publishing the form would change, as far as known; publishing never waits for it. */
export function ImpactLine({ source, rev, isDue }: ImpactLineProps) {
  const { typed, isTyping } = useDebouncedPreview(source, 400);
  const impact = useImpact(isDue && !isTyping ? { ...typed, action: 'publish' } : null, rev);
  // A form that cannot be published has no list.
  const plan = impact.data?.refused ? undefined : impact.data;
  // During typing, the line describes earlier values: the list waits for the answer to the current ones.
  const [looked, setLooked] = useState<'asked' | { plan: PlanAnswer; previewed: Previewed } | null>(null);
  if (looked === 'asked' && (impact.isError || !isDue)) setLooked(null);
  if (looked === 'asked' && impact.data && !impact.isPlaceholderData) {
    setLooked(impact.data.total > 0 && !impact.data.refused ? { plan: impact.data, previewed: typed } : null);
  }
  // Drawn when it is loaded, with no fallback before: see `useOpened`.
  const opened = useDeferredValue(looked);
  return (
    // Always has its height, so that the bar does not move.
    <Text as="div" textStyle="sm" color="fg.muted" minH="5" data-impact="">
      {isDue && impact.isPending && 'Looking up the changes…'}
      {isDue && impact.isError && 'Impact unavailable'}
      {isDue && impact.data?.refused && 'Fix errors before publishing'}
      {isDue && plan?.total === 0 && impactWords(plan)}
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
          aria-busy={looked === 'asked'}
          onClick={() => setLooked('asked')}
        >
          <Words {...plan} />
        </Button>
      )}
      <Suspense>
        {looked === opened && looked !== null && looked !== 'asked' && (
          <ImpactDialog {...looked} onClose={() => setLooked(null)} />
        )}
      </Suspense>
    </Text>
  );
}

/** One line beside the buttons. The dialog contains the rest. */
function Words(plan: PlanAnswer) {
  const { short, more } = impactParts(plan);
  return (
    <chakra.span overflow={{ lg: 'hidden' }} textOverflow="ellipsis">
      {short}
      <chakra.span hideBelow="2xl">{more}</chakra.span>
      {/* Of every page how long it takes is worth more than how many they are. */}
      <chakra.span display={plan.all ? 'inline' : { base: 'inline', lg: 'none', '2xl': 'inline' }}>
        {waitPhrase(plan)}
      </chakra.span>
    </chakra.span>
  );
}
