import { IconButton } from '@chakra-ui/react';
import { openAnswer, previewPaths } from '@frontage/model/preview';
import { ExternalLink } from '#icons';
import { useState } from 'react';
import { usePipeline } from '../../lib/pipeline.ts';
import { useNotify } from '../../ui/toaster.tsx';
import type { PreviewSource } from './preview-source.ts';

/** Opens the whole site with this draft laid over it, in a tab. */
export function FullPageButton({ source }: { source: PreviewSource }) {
  const pipeline = usePipeline();
  const notify = useNotify();
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    const asked = await pipeline.ask({ path: previewPaths.open, body: source.read(), answer: openAnswer });
    setOpening(false);
    if (asked.ok) window.open(asked.answer.url, '_blank', 'noopener');
    else notify.failure({ title: 'No preview could be opened', description: asked.message });
  };
  return (
    <IconButton
      size="sm"
      variant="ghost"
      colorPalette="gray"
      aria-label="Open the preview in a new tab"
      title="Open the preview in a new tab"
      disabled={isOpening}
      onClick={() => void open()}
    >
      <ExternalLink />
    </IconButton>
  );
}
