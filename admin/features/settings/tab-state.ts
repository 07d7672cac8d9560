import type { Tone } from '../../editing/save/save-status.ts';

const urgency: readonly Tone[] = ['bad', 'busy', 'waiting', 'good', 'quiet'];

/** The setting of a tab whose state the bar shows: first one that needs attention, then one being saved. */
export function mostUrgent<Part extends { line: { tone: Tone } }>(parts: readonly [Part, ...Part[]]): Part {
  return parts.reduce((most, part) =>
    urgency.indexOf(part.line.tone) < urgency.indexOf(most.line.tone) ? part : most,
  );
}

/** The settings saved by the tab's button: the changed ones, else the first, so that the button always responds. */
export function toSave<Part extends { isDirty: boolean }>(parts: readonly [Part, ...Part[]]): readonly Part[] {
  const dirty = parts.filter(({ isDirty }) => isDirty);
  return dirty.length > 0 ? dirty : [parts[0]];
}
