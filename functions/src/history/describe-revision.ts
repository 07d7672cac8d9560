import type { RevisionEvent } from '@frontage/model/revision';
import { fieldLabel } from '@frontage/model/field-labels';
import { collections } from '@frontage/model/paths';
import { isStamp } from '@frontage/model/fields';
import { isSameValue } from '@frontage/model/stored-values';
import type { Data } from '@frontage/model/changes/write';

/** Numbers of added and removed words. */
interface WordChanges {
  added: number;
  removed: number;
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Counts words that only one of two texts contains. Moved words are not counted. */
export function wordChanges(before: string, after: string): WordChanges {
  const unmatched = new Map<string, number>();
  for (const word of wordsOf(before)) unmatched.set(word, (unmatched.get(word) ?? 0) + 1);
  let added = 0;
  for (const word of wordsOf(after)) {
    const count = unmatched.get(word) ?? 0;
    if (count > 0) unmatched.set(word, count - 1);
    else added += 1;
  }
  return { added, removed: [...unmatched.values()].reduce((sum, count) => sum + count, 0) };
}

/** One write of a document or a setting. */
export interface WrittenDocument {
  /** `collection/id`. */
  path: string;
  /** The document before the write; null if it did not exist. */
  before: Data | null;
  after: Data & { rev: number };
  /** Companions written with it. */
  companions: readonly ('iframe_url' | 'password')[];
}

export interface RevisionDescription {
  event: RevisionEvent;
  /** The changes in one line, without any field's value. */
  summary: string;
}

const opening: Record<Exclude<RevisionEvent, 'updated'>, string> = {
  created: 'Created',
  published: 'Published',
  unpublished: 'Unpublished',
  restored: 'Restored from the trash',
};

/** Describes a write as one line, such as 'Title, body (+12 −3 words)'. */
export function describeRevision(written: WrittenDocument): RevisionDescription {
  const event = eventOf(written);
  const parts = written.before === null ? [] : changesOf(written, written.before);
  const changes = event === 'updated' ? parts : [opening[event], ...parts];
  return { event, summary: changes.length === 0 ? 'Saved without a change' : capital(changes.join(', ')) };
}

function eventOf({ before, after }: WrittenDocument): RevisionEvent {
  if (before === null) return after.rev === 1 ? 'created' : 'restored';
  const [was, is] = [before['is_published'] === true, after['is_published'] === true];
  return was === is ? 'updated' : is ? 'published' : 'unpublished';
}

function changesOf({ path, after, companions }: WrittenDocument, before: Data): string[] {
  const [from, to] = [fieldsOf(path, before), fieldsOf(path, after)];
  const names = [...new Set([...Object.keys(to), ...Object.keys(from)])];
  const changed = names.filter((name) => !isSameValue(from[name], to[name]));
  return [
    ...changed.map((name) => changeOf(path, name, [from[name], to[name]])),
    ...companions.map((name) => named(path, name)),
  ];
}

/**
 * The fields by their names in forms. A setting's fields are the properties of its value, or its id for a plain value.
 */
function fieldsOf(path: string, data: Data): Data {
  const [collection, id = ''] = path.split('/');
  const { value } = data;
  if (collection === collections.settings) return typeof value === 'object' ? { ...value } : { [id]: value };
  return Object.fromEntries(Object.entries(data).filter(([name]) => !isStamp(name) && name !== 'is_published'));
}

const longTexts = ['body', 'content'];

function changeOf(path: string, name: string, [before, after]: [unknown, unknown]): string {
  if (name === 'is_visible') return after === true ? 'shown' : 'hidden';
  const label = named(path, name);
  if (typeof after === 'boolean') return `${label} ${after ? 'on' : 'off'}`;
  if (!longTexts.includes(name)) return label;
  const { added, removed } = wordChanges(textOf(before), textOf(after));
  const counts = [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])];
  return counts.length === 0 ? label : `${label} (${counts.join(' ')} ${added + removed === 1 ? 'word' : 'words'})`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const properNames = ['Analytics', 'Bing', 'Facebook', 'Google', 'Instagram', 'Twitter'];

/** The label of a field in lowercase, except for proper names. */
const named = (path: string, name: string): string =>
  fieldLabel(path, name).replaceAll(/\b[A-Z][a-z]+\b/g, (word) =>
    properNames.includes(word) ? word : word.toLowerCase(),
  );

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
