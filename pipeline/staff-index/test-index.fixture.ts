import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '../engine/text-pipeline.fixture.ts';
import { IndexReader } from './index-reader.ts';
import { type IndexedDocument, IndexWriter } from './index-writer.ts';

/** An empty index in a temporary folder, in the thread of the test. */
export function openTestIndex() {
  const home = temporaryFolder();
  const file = join(home.folder, 'staff.sqlite');
  const stored = new DatabaseSync(file);
  const writer = new IndexWriter(stored);
  const searched = new DatabaseSync(file, { readOnly: true });
  const reader = new IndexReader(searched);
  let writes = 0;
  return {
    folder: home.folder,
    /** Stores a document, or removes it if it has no fields. Later ones are newer. */
    put: (collection: string, id: string, fields: IndexedDocument['fields']): void => {
      const time = new Date((writes += 1) * 1_000).toISOString();
      writer.put([{ path: `${collection}/${id}`, time, fields: fields && { updated_at: time, ...fields } }]);
    },
    reader: () => reader,
    /** As after a start of the process. */
    reopened: () => ({ writer: new IndexWriter(stored), reader: new IndexReader(searched) }),
    close: (): void => {
      searched.close();
      stored.close();
      home.remove();
    },
  };
}
