import type { Bodies } from '../shared/content.ts';

/** A program that builds a site from the same content. */
export interface Contender {
  name: string;
  /** The installed version; null if the program is not installed. */
  version(): string | null;
  /** Writes a project with this many pages into an empty folder. */
  prepare(folder: string, content: { bodies: Bodies; pages: number }): Promise<void>;
  /** Builds the whole project. Returns milliseconds. */
  build(folder: string): Promise<number>;
  /** Edits one page after `build`. Returns milliseconds until its output is new. Absent if an edit is a full build. */
  edit?(folder: string, page: EditedPage): Promise<number>;
  /** Stops watchers and servers after the edits. */
  end?(): Promise<void>;
}

export interface EditedPage {
  index: number;
  title: string;
  body: string;
}
