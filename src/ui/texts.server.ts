import { openTextMemory } from './text-memory.ts';

// Enough for the bodies of about ten thousand pages, in each render thread.
const mostCharacters = 48 * 2 ** 20;

/** The text cache of this compiled site. */
export const { textOf } = openTextMemory(mostCharacters);
