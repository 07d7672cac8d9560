import { openTextMemory } from './text-memory.ts';

// The bodies of some ten thousand pages, in each thread that renders.
const mostCharacters = 48 * 2 ** 20;

/** The texts of this compiled site. */
export const { textOf } = openTextMemory(mostCharacters);
