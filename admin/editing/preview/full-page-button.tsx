import { IconButton } from '@chakra-ui/react';
import { openAnswer, previewPaths } from '@frontage/model/preview';
import { ExternalLink } from '#icons';
import { useState } from 'react';
import { usePipeline } from '../../lib/pipeline.ts';
import { useNotify } from '../../ui/toaster.tsx';
import type { PreviewSource } from './preview-source.ts';

/** Opens the whole site with this draft applied, in a new tab. */
export function FullPageButton({ source }: { source: PreviewSource }) {
  const pipeline = usePipeline();
  const notify = useNotify();
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    // Opened before the request, because browsers block a tab opened later as a pop-up.
    const tab = openTab();
    setOpening(true);
    const result = await pipeline.post({ path: previewPaths.open, body: source.read(), answer: openAnswer });
    setOpening(false);
    if (!result.ok) {
      tab?.close();
      notify.failure({ title: 'The preview could not be opened', description: result.message });
    } else if (tab) tab.location.replace(result.answer.url);
    else notify.failure({ title: 'The preview could not be opened', description: 'Allow pop-ups for this site.' });
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

/** A tab with a loading text, without access to this window; null if the browser blocks it. */
function openTab(): Window | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = 'Preview';
  tab.document.body.textContent = 'Opening the preview…';
  return tab;
}
