import { kindNames, kinds } from '@frontage/model/kinds/kinds';
import type { RouteObject } from 'react-router';

/** The routes of the lists and editors of all kinds except those whose list is at one of these paths. */
export const kindRoutes = (known: readonly string[]): RouteObject[] =>
  kindNames
    .filter((kind) => !known.includes(kinds[kind].adminPath))
    .flatMap((kind) => [
      {
        path: kinds[kind].adminPath,
        lazy: async () => {
          const { KindList } = await import('../editing/list/kind-list.tsx');
          return { Component: () => <KindList kind={kind} /> };
        },
      },
      {
        path: `${kinds[kind].adminPath}/:id`,
        lazy: async () => (await import('../features/documents/document-editor.screen.tsx')).editorScreen(kind),
      },
    ]);
