import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { PlanAnswer, PlannedChange, PlanRequest } from '@frontage/model/preview';
import { addedWords, addresses, changeWords, impactWords, waitPhrase } from '@frontage/model/impact';
import type { RedirectFields } from '@frontage/model/redirect';
import { Badge } from '../../ui/note.tsx';
import { useImpact, useRedirectsImpact, withdrawalWords } from './impact.queries.ts';

/**
 * The effect of unpublishing or deleting on the site. The confirmation that contains this note does not wait for it.
 */
export function ImpactNote({ asked }: { asked: PlanRequest }) {
  const impact = useImpact(asked);
  return (
    <Text role="status" data-impact="">
      {impact.isPending && 'Checking the changes…'}
      {impact.isError && `The effect on other pages is unknown. ${impact.error.message}`}
      {impact.data && [withdrawalWords(impact.data), addedWords(impact.data)].filter(Boolean).join(' ')}
    </Text>
  );
}

interface RedirectsImpactProps {
  /** The redirects that would be stored; empty while the form is invalid. */
  redirects: readonly RedirectFields[];
}

const listed = 20;

/** The addresses that storing redirects would change; storing does not wait for it. */
export function RedirectsImpact({ redirects }: RedirectsImpactProps) {
  const { isAsked, impact } = useRedirectsImpact(redirects);
  const { data: plan } = impact;
  return (
    <Box textStyle="sm" minH="5">
      <Text role="status" color="fg.muted" data-impact="">
        {isAsked && impact.isPending && 'Checking the changes…'}
        {isAsked && impact.isError && 'Effect on the site unknown'}
        {isAsked && plan && (plan.total === 0 ? 'Visitors see no difference.' : impactWords(plan) + waitPhrase(plan))}
      </Text>
      {isAsked && plan && plan.total > 0 && <ChangedAddresses plan={plan} />}
    </Box>
  );
}

/** The first addresses that a plan changes, with their reasons. */
export function ChangedAddresses({ plan }: { plan: PlanAnswer }) {
  return (
    <>
      <chakra.ul listStyleType="none" aria-label="Addresses that change" maxH="15rem" overflowY="auto" tabIndex={0}>
        {plan.changes.slice(0, listed).map((change) => (
          <chakra.li key={change.path} py="1.5" borderTopWidth="1px">
            <ChangedAddress change={change} />
          </chakra.li>
        ))}
      </chakra.ul>
      {plan.total > listed && (
        <Text textStyle="sm" color="fg.muted" mt="2">{`and ${addresses(plan.total - listed)} more`}</Text>
      )}
    </>
  );
}

const tones = { removed: 'bad', added: 'good', changed: 'info' } as const;

/** An address, its change, and the reason. */
export function ChangedAddress({ change: changed }: { change: PlannedChange }) {
  const { path, change, to, reason } = changed;
  return (
    <>
      <Flex gap="2" align="baseline">
        <chakra.span textStyle="sm" fontWeight="medium" overflowWrap="anywhere" flex="1">
          {path}
        </chakra.span>
        <Badge tone={to == null ? tones[change] : 'info'}>{changeWords(changed)}</Badge>
      </Flex>
      <Text textStyle="sm" color="fg.muted">
        {reason}
      </Text>
    </>
  );
}
