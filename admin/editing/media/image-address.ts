import { mediaOfAddress } from '@frontage/model/media';
import { collections } from '@frontage/model/paths';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { DocumentStore } from '../../lib/documents/document-store.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { imageAddress } from './image-file.ts';

const key = 'media-version';

/** The key of the query for the version of a library image, its MD5. */
export const imageVersionKey = (id: string): readonly string[] => [key, id];

/** The version of a library image; null if it is not in the library or cannot be read. */
const versionQuery = (store: DocumentStore, id: string) =>
  queryOptions({
    queryKey: imageVersionKey(id),
    queryFn: async () => {
      const media = await store.read(`${collections.media}/${id}`, ['md5']);
      const md5 = media.ok ? media.value?.['md5'] : null;
      return typeof md5 === 'string' ? md5 : null;
    },
    staleTime: 5_000,
    retry: false,
  });

/** An address that changes with the file, so that no browser shows a replaced image from its cache. */
export const versionedAddress = (url: string, version: string | null): string =>
  version === null ? url : `${url}${url.includes('?') ? '&' : '?'}v=${encodeURIComponent(version)}`;

/**
 * The URL that shows a stored image in its current version: null for a value that is no image address, undefined while
 * the version is read.
 */
export function useImageAddress(stored: string): string | null | undefined {
  const store = useDocumentStore();
  const { config } = useFirebase();
  const address = imageAddress(stored, config.siteOrigin);
  const id = address === null ? null : mediaOfAddress(address);
  const { data, isPending } = useQuery({ ...versionQuery(store, id ?? ''), enabled: id !== null });
  if (address === null || id === null) return address;
  return isPending ? undefined : versionedAddress(address, data ?? null);
}

/**
 * Returns a function that shows a stored image in an element outside of React, in its current version. Images inside
 * `root` are updated when their file is replaced in this window, and when the window is focused again.
 */
export function useShowImage(root: HTMLElement | null): (element: HTMLImageElement, stored: string) => void {
  const store = useDocumentStore();
  const client = useQueryClient();
  const { siteOrigin } = useFirebase().config;
  const show = useMemo(
    () =>
      (element: HTMLImageElement, stored: string): void => {
        const address = imageAddress(stored, siteOrigin) ?? stored;
        const id = mediaOfAddress(address);
        element.dataset['stored'] = stored;
        if (id === null) {
          element.src = address;
          return;
        }
        void client
          .fetchQuery(versionQuery(store, id))
          .catch(() => null)
          .then((version) => {
            const src = versionedAddress(address, version);
            if (element.dataset['stored'] === stored && element.src !== src) element.src = src;
          });
      },
    [client, siteOrigin, store],
  );
  useEffect(() => {
    if (!root) return;
    const update = () => {
      for (const image of root.querySelectorAll<HTMLImageElement>('img[data-stored]'))
        show(image, image.dataset['stored'] ?? '');
    };
    const stop = client.getQueryCache().subscribe(({ type, query }) => {
      const isVersion = query.queryHash.includes(`"${key}"`);
      if (type === 'updated' && isVersion && query.state.fetchStatus === 'idle') update();
    });
    addEventListener('focus', update);
    return () => {
      stop();
      removeEventListener('focus', update);
    };
  }, [client, root, show]);
  return show;
}
