import { Button, chakra, Text } from '@chakra-ui/react';
import { impactParts, impactWords, waitWords } from '@frontage/model/impact';
import type { PlanAnswer } from '@frontage/model/preview';
import { Suspense, useDeferredValue, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { PreviewSource } from '../preview/preview-source.ts';
import type { Previewed } from '../preview/previewed.ts';
import { useImpact, useTyped } from './impact.queries.ts';

const ImpactDialog = lazyPart(() => import('./impact-dialog.tsx'));

interface ImpactLineProps {
  source: PreviewSource;
  /** The revision that publishing would replace. */
  rev: number;
  /** Whether there is something to publish. */
  isDue: boolean;
}

/** Which addresses publishing what is typed would change, as far as that is known; publishing never waits for it. */
export function ImpactLine({ source, rev, isDue }: ImpactLineProps) {
  const { typed, isTyping } = useTyped(source, 400);
  const impact = useImpact(isDue && !isTyping ? { ...typed, action: 'publish' } : null, rev);
  // Of what cannot be published as it is typed a list would be of something else.
  const plan = impact.data?.refused ? undefined : impact.data;
  // What stands in the line while somebody types is of what was typed before: the list waits for its own answer.
  const [looked, setLooked] = useState<'asked' | { plan: PlanAnswer; previewed: Previewed } | null>(null);
  if (looked === 'asked' && (impact.isError || !isDue)) setLooked(null);
  if (looked === 'asked' && impact.data && !impact.isPlaceholderData) {
    setLooked(impact.data.total > 0 && !impact.data.refused ? { plan: impact.data, previewed: typed } : null);
  }
  // Drawn when it is loaded, with no fallback before: see `useOpened`.
  const opened = useDeferredValue(looked);
  return (
    // Its place is kept, so that nothing moves when there is something to say.
    <Text as="div" textStyle="sm" color="fg.muted" ps={{ base: '7', lg: '0', '2xl': '7' }} minH="5" data-impact="">
      {isDue && impact.isPending && 'Looking up what this changes…'}
      {isDue && impact.isError && 'What this changes is not known'}
      {isDue && impact.data?.refused && 'Cannot be published as it is typed'}
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
          title={impactWords(plan) + waitWords(plan)}
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

/** In one line beside the buttons: what has no room there the dialog says. */
function Words(plan: PlanAnswer) {
  const { short, more } = impactParts(plan);
  return (
    <chakra.span overflow={{ lg: 'hidden' }} textOverflow="ellipsis">
      {short}
      <chakra.span hideBelow="2xl">{more}</chakra.span>
      {/* Of every page how long it takes is worth more than how many they are. */}
      <chakra.span display={plan.all ? 'inline' : { base: 'inline', lg: 'none', '2xl': 'inline' }}>
        {waitWords(plan)}
      </chakra.span>
    </chakra.span>
  );
}
