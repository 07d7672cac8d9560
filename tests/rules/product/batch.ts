import { editor, standingOf } from './actors.ts';
import type { Actor, Attempt, Fields, World, Write } from './attempt.ts';

export const { uid } = editor;
export const stranger = 'uid-of-somebody-else';
const standing = standingOf(editor, false);

/** An editor's batch; it must be denied unless it says otherwise. */
export const attempt = (name: string, world: World, [batch, expected = false]: [Write[], boolean?]): Attempt => ({
  name,
  actor: editor,
  world: { ...standing, ...world },
  try: { batch },
  expected,
});

/** The batch of anybody; it must be denied unless it says otherwise. */
export const by = (
  actor: Actor,
  name: string,
  [world, batch, expected = false]: [World, Write[], boolean?],
): Attempt => ({
  name: `${actor.name}: ${name}`,
  actor,
  world: { ...standingOf(actor, false), ...world },
  try: { batch },
  expected,
});

export const isAbout = (write: Write, path: string): boolean =>
  ('set' in write ? write.set : 'update' in write ? write.update : write.delete).startsWith(path);
export const lacking = (batch: Write[], path: string): Write[] => batch.filter((write) => !isAbout(write, path));
export const changed = (batch: Write[], path: string, data: Fields): Write[] =>
  batch.map((write) =>
    'set' in write && isAbout(write, path) ? { ...write, data: { ...write.data, ...data } } : write,
  );
export const dropped = (batch: Write[], path: string, field: string): Write[] =>
  batch.map((write) => {
    if (!('set' in write) || !isAbout(write, path)) return write;
    const { [field]: _gone, ...data } = write.data;
    return { ...write, data };
  });

export const racing = 'needs a document of exactly the same moment';
