import { Button } from '@chakra-ui/react';
import { CloudOff } from 'lucide-react';
import { Banner } from './banner.tsx';
import { useOnline } from './use-online.ts';

/** Says that the network is gone and that nothing typed is lost, while it is. */
export function OfflineBanner({ onRetry }: { onRetry: (() => void) | null }) {
  const isOnline = useOnline();
  if (isOnline) return null;
  return (
    <Banner
      icon={CloudOff}
      tone="waiting"
      title="You are offline"
      actions={
        onRetry && (
          <Button size="sm" variant="outline" onClick={onRetry}>
            Try to save again
          </Button>
        )
      }
    >
      Keep writing: your text is kept in this browser. Save it when you are connected again.
    </Banner>
  );
}
