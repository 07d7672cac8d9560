import type { Tone } from '../../editing/save/save-status.ts';

const urgency: readonly Tone[] = ['bad', 'busy', 'waiting', 'good', 'quiet'];

/** Of the settings behind one tab, the one whose state the bar shows: what needs somebody, then what is under way. */
export function mostUrgent<Part extends { line: { tone: Tone } }>(parts: readonly [Part, ...Part[]]): Part {
  return parts.reduce((most, part) =>
    urgency.indexOf(part.line.tone) < urgency.indexOf(most.line.tone) ? part : most,
  );
}

/** What a save of the tab saves: what was changed, else the first, so that the button always answers. */
export function toSave<Part extends { isDirty: boolean }>(parts: readonly [Part, ...Part[]]): readonly Part[] {
  const dirty = parts.filter(({ isDirty }) => isDirty);
  return dirty.length > 0 ? dirty : [parts[0]];
}
