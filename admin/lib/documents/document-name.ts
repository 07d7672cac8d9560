/** A document's display name: its title or heading, else its slug. */
export function documentName(fields: Readonly<Record<string, unknown>>): string {
  const named = [fields['title'], fields['heading'], fields['slug']];
  return named.find((name): name is string => typeof name === 'string' && name.trim() !== '') ?? 'Untitled';
}
