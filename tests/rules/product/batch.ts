import { editor, roleDocuments } from './actors.ts';
import type { Actor, AttackCase, Fields, InitialState, Write } from './attack-case.ts';

export const { uid } = editor;
export const stranger = 'uid-of-somebody-else';
const standing = roleDocuments(editor, false);

/** A case with an editor's batch, which must be denied unless `expected` is true. */
export const attackCase = (
  name: string,
  initialState: InitialState,
  [batch, expected = false]: [Write[], boolean?],
): AttackCase => ({
  name,
  actor: editor,
  initialState: { ...standing, ...initialState },
  try: { batch },
  expected,
});

/** A case with a batch of any caller, which must be denied unless `expected` is true. */
export const by = (
  actor: Actor,
  name: string,
  [initialState, batch, expected = false]: [InitialState, Write[], boolean?],
): AttackCase => ({
  name: `${actor.name}: ${name}`,
  actor,
  initialState: { ...roleDocuments(actor, false), ...initialState },
  try: { batch },
  expected,
});

export const isAbout = (write: Write, path: string): boolean =>
  ('set' in write ? write.set : 'update' in write ? write.update : write.delete).startsWith(path);
export const withoutWrites = (batch: Write[], path: string): Write[] => batch.filter((write) => !isAbout(write, path));
export const withFields = (batch: Write[], path: string, data: Fields): Write[] =>
  batch.map((write) =>
    'set' in write && isAbout(write, path) ? { ...write, data: { ...write.data, ...data } } : write,
  );
export const withoutField = (batch: Write[], path: string, field: string): Write[] =>
  batch.map((write) => {
    if (!('set' in write) || !isAbout(write, path)) return write;
    const { [field]: _gone, ...data } = write.data;
    return { ...write, data };
  });

export const racing = 'needs a document with exactly the same time';
