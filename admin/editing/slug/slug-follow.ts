/**
 * The slug after the title changed: it follows while the document is new and nobody has typed a slug of their own, that
 * is, while the slug is empty or still what the former title suggested.
 */
export function followTitle(
  { isNew, slug }: { isNew: boolean; slug: string },
  suggested: { before: string; after: string },
): string {
  const follows = isNew && (slug === '' || slug === suggested.before);
  return follows ? suggested.after : slug;
}
