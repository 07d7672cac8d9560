import { Button, chakra, Text } from '@chakra-ui/react';
import { impactWords, waitWords } from '@frontage/model/impact';
import type { PlanAnswer } from '@frontage/model/preview';
import { lazy, Suspense, useState } from 'react';
import type { PreviewSource } from '../preview/preview-source.ts';
import type { Previewed } from '../preview/previewed.ts';
import { useImpact, useTyped } from './impact.queries.ts';

const ImpactDialog = lazy(() => import('./impact-dialog.tsx'));

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
  // What stands in the line while somebody types is of what was typed before: the list waits for its own answer.
  const [looked, setLooked] = useState<'asked' | { plan: PlanAnswer; previewed: Previewed } | null>(null);
  if (looked === 'asked' && impact.isError) setLooked(null);
  if (looked === 'asked' && impact.data && !impact.isPlaceholderData) {
    setLooked(impact.data.total > 0 ? { plan: impact.data, previewed: typed } : null);
  }
  return (
    // Its place is kept, so that nothing moves when there is something to say.
    <Text as="div" textStyle="sm" color="fg.muted" ps="7" minH="5" data-impact="">
      {isDue && impact.isPending && 'Looking up what this changes…'}
      {isDue && impact.isError && 'What this changes is not known'}
      {isDue && impact.data && impact.data.total === 0 && impactWords(impact.data)}
      {isDue && impact.data && impact.data.total > 0 && (
        <Button
          variant="plain"
          size="sm"
          height="auto"
          whiteSpace="normal"
          textAlign="start"
          px="0"
          color="fg.info"
          textDecoration="underline"
          textUnderlineOffset="3px"
          fontWeight="normal"
          aria-haspopup="dialog"
          aria-busy={looked === 'asked'}
          onClick={() => setLooked('asked')}
        >
          <span>
            {impactWords(impact.data)}
            {/* Where the bar is narrow the dialog says it. */}
            <chakra.span display={{ base: 'inline', lg: 'none', '2xl': 'inline' }}>
              {waitWords(impact.data)}
            </chakra.span>
          </span>
        </Button>
      )}
      {looked !== null && looked !== 'asked' && (
        <Suspense>
          <ImpactDialog {...looked} onClose={() => setLooked(null)} />
        </Suspense>
      )}
    </Text>
  );
}
