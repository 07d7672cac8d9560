import { openAnswer, type previewPaths } from '@frontage/model/preview';
import { useState } from 'react';
import { usePipeline } from '../../lib/pipeline.ts';
import { useNotify } from '../../ui/toaster.tsx';

type OpenPath = (typeof previewPaths)['open' | 'launchOpen'];

/** Opens the whole site with a draft or launch applied, in a new tab. `body` is that of the request to `path`. */
export function useOpenPreview(): { isOpening: boolean; open: (path: OpenPath, body: object) => Promise<void> } {
  const pipeline = usePipeline();
  const notify = useNotify();
  const [isOpening, setOpening] = useState(false);
  const open = async (path: OpenPath, body: object) => {
    // Opened before the request, because browsers block a tab opened later as a pop-up.
    const tab = openTab();
    setOpening(true);
    const result = await pipeline.post({ path, body, answer: openAnswer });
    setOpening(false);
    if (!result.ok) {
      tab?.close();
      notify.failure({ title: "Couldn't open the preview", description: result.message });
    } else if (tab) tab.location.replace(result.answer.url);
    else notify.failure({ title: "Couldn't open the preview", description: 'Allow pop-ups for this site.' });
  };
  return { isOpening, open };
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
