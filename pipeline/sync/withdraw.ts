import { applyRead, type ContentState } from './content-state.ts';

/**
 * Earlier content without whatever is now deleted, unpublished, hidden or protected: going back to a release brings back
 * how things looked, never what staff have withdrawn since.
 */
export function withdraw(earlier: ContentState, current: ContentState): ContentState {
  const gone = [...earlier.documents.keys()].filter((path) => isWithdrawn(path, earlier, current));
  if (gone.length === 0) return earlier;
  const documents = gone.map((path) => ({ path, data: null, time: '' }));
  return applyRead(earlier, { documents, at: '' }).state;
}

function isWithdrawn(path: string, earlier: ContentState, current: ContentState): boolean {
  const [collection = '', id = ''] = path.split('/', 2);
  const now = current.composition;
  switch (collection) {
    case 'homepage_sections': {
      const section = now.sections.get(id);
      return !section?.is_published || !section.is_visible;
    }
    case 'pages':
      return !now.pages.all.get(id)?.is_published;
    case 'demo_pages': {
      const demo = now.demos.all.get(id);
      const wasOpen = earlier.composition.demos.all.get(id)?.is_password_protected === false;
      return !demo?.is_published || (demo.is_password_protected && wasOpen);
    }
    case 'demo_embeds':
      return !now.values.demo_embeds.has(id);
    default:
      return false;
  }
}
