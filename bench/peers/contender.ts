import type { Bodies } from '../shared/content.ts';

/** Something that makes a site of the same content. */
export interface Contender {
  name: string;
  /** How it is called here, and in which version; null when it is not on this machine. */
  version(): string | null;
  /** Writes its project of so many pages into an empty folder. */
  prepare(folder: string, content: { bodies: Bodies; pages: number }): Promise<void>;
  /** Makes everything from that project; milliseconds. */
  build(folder: string): Promise<number>;
  /** Changes one page, after `build`; milliseconds until visitors get it. Absent where it makes everything again. */
  edit?(folder: string, page: EditedPage): Promise<number>;
  /** Stops watchers and servers after the edits. */
  end?(): Promise<void>;
}

export interface EditedPage {
  index: number;
  title: string;
  body: string;
}
