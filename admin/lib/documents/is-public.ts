/** The fields that decide whether a document is public; only sections can also be hidden. */
export interface Publishable {
  is_published: boolean;
  is_visible?: boolean;
}

/** Whether visitors can see a document with these fields. */
export const isPublic = ({ is_published, is_visible = true }: Publishable): boolean => is_published && is_visible;
