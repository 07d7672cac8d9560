import { Box, chakra, Text } from '@chakra-ui/react';
import { addresses, impactWords, waitPhrase } from '@frontage/model/impact';
import type { RedirectFields } from '@frontage/model/redirect';
import { ChangedAddress } from './changed-address.tsx';
import { useRedirectsImpact } from './impact.queries.ts';

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
      {isAsked && plan && plan.total > 0 && (
        <>
          <chakra.ul listStyleType="none" aria-label="Addresses that change" maxH="15rem" overflowY="auto" tabIndex={0}>
            {plan.changes.slice(0, listed).map((change) => (
              <chakra.li key={change.path} py="1.5" borderTopWidth="1px">
                <ChangedAddress change={change} />
              </chakra.li>
            ))}
          </chakra.ul>
          {plan.total > listed && <Text color="fg.muted">{`and ${addresses(plan.total - listed)} more`}</Text>}
        </>
      )}
    </Box>
  );
}
