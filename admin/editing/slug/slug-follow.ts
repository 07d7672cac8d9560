/**
 * The slug after a change of the title. It follows the title while the document is new and the slug is empty or still
 * the suggestion for the previous title.
 */
export function followTitle(
  { isNew, slug }: { isNew: boolean; slug: string },
  suggested: { before: string; after: string },
): string {
  const follows = isNew && (slug === '' || slug === suggested.before);
  return follows ? suggested.after : slug;
}
