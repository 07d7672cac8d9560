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
    // At once: a tab that opens a while after the click passes for a pop-up.
    const tab = openTab();
    setOpening(true);
    const asked = await pipeline.ask({ path: previewPaths.open, body: source.read(), answer: openAnswer });
    setOpening(false);
    if (!asked.ok) {
      tab?.close();
      notify.failure({ title: 'No preview could be opened', description: asked.message });
    } else if (tab) tab.location.replace(asked.answer.url);
    else notify.failure({ title: 'No preview could be opened', description: 'Allow this site to open tabs.' });
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

/** A tab that says what is coming and cannot reach back here; null where the browser opens none. */
function openTab(): Window | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = 'Preview';
  tab.document.body.textContent = 'Opening the preview…';
  return tab;
}
