import { backedUp } from '@frontage/model/backup-collections';
import {
  capitalized,
  type CollectionOf,
  hasEmbed,
  type Kind,
  kindNames,
  kinds,
  type PluralOf,
} from '@frontage/model/kinds/kinds';
import { collections } from '@frontage/model/paths';
import { Timestamp } from 'firebase-admin/firestore';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { writtenDocument } from './content/documents.ts';
import { isRestored } from './content/restores.ts';
import { firestore } from './firebase.ts';
import type { Written } from './history/plan-revisions.ts';
import { launchMail, publishMail, reviewMail, scheduleMail } from './mail/event-mail.ts';
import { isMailEnabled } from './mail/mail-queue.ts';
import { functionsRegion, publishWebhookSecret } from './params.ts';
import { changeEntry, draftEntry, embedEntry, scheduleEntry } from './record/audit-entries.ts';
import { createRecorder, type NewDocument } from './record/recorder.ts';
import { demoRevision, embedVersion, revision } from './record/versions.ts';
import type { WriteEvent } from './record/write-event.ts';
import { scale } from './scale.ts';
import { markScheduledUploads, markSubmittedUploads } from './uploads/mark-reviewed.ts';
import { hintWrite } from './webhook/content-webhook.ts';

type Made<Value> = Value | null | Promise<Value | null>;

/** The parts of a `record` function. Everything but the marks is stored in one transaction. */
interface Records {
  record?: string;
  /** The kept version. */
  version?: (write: WriteEvent) => Made<Written | NewDocument>;
  /** The audit entry. */
  audit?: (write: WriteEvent) => Made<NewDocument>;
  /** The queued email. */
  mail?: (write: WriteEvent) => Made<NewDocument>;
  /** Marks uploads as reviewed. */
  marks?: (write: WriteEvent) => Promise<void>;
}

interface Row extends Records {
  /** The function that tells the pipeline of a write, named `on…Written`. Locally such functions have priority. */
  hint?: string;
}

interface KindRow<K extends Kind> extends Row {
  hint: `on${Capitalize<K>}Written`;
  record: `record${Capitalize<PluralOf<K>>}`;
}

type KindRows = { [K in Kind as CollectionOf<K>]: KindRow<K> };

/** The triggers of kinds, named after them. */
const kindRows = Object.fromEntries(
  kindNames.map((kind) => [
    kinds[kind].collection,
    {
      hint: `on${capitalized(kind)}Written`,
      record: `record${capitalized(kinds[kind].plural)}`,
      version: hasEmbed(kind) ? demoRevision : revision,
      audit: changeEntry,
    },
  ]),
) as KindRows;

/**
 * The triggers of each collection: at most one `hint`, and one `record` for everything that is stored about a write.
 * Functions, documentation and tests derive from this table.
 */
export const triggers = {
  ...kindRows,
  [collections.demoEmbeds]: {
    hint: 'onDemoEmbedWritten',
    record: 'recordDemoEmbeds',
    version: embedVersion,
    audit: embedEntry,
  },
  [collections.settings]: { hint: 'onSettingWritten', record: 'recordSettings', version: revision, audit: changeEntry },
  [collections.slugs]: { hint: 'onSlugWritten' },
  [collections.redirects]: { hint: 'onRedirectWritten', record: 'recordRedirects', audit: changeEntry },
  [collections.media]: { hint: 'onMediaWritten', record: 'recordMedia', audit: changeEntry },
  // Drafts are not published: their hints are for the search of the admin.
  [collections.drafts]: {
    hint: 'onDraftWritten',
    record: 'recordDrafts',
    audit: draftEntry,
    mail: reviewMail,
    marks: markSubmittedUploads,
  },
  [collections.schedules]: {
    record: 'recordSchedules',
    audit: scheduleEntry,
    mail: scheduleMail,
    marks: markScheduledUploads,
  },
  [collections.launches]: { record: 'recordLaunches', mail: launchMail },
  [collections.buildState]: { record: 'recordBuildStates', mail: publishMail },
} as const satisfies Record<string, Row>;

type Rows = typeof triggers;
type NamesOf<Column extends 'hint' | 'record'> = {
  [Collection in keyof Rows]: Rows[Collection] extends Record<Column, infer Name extends string> ? Name : never;
}[keyof Rows];

type Trigger = ReturnType<typeof onDocumentWritten>;

/** The functions of a column by their names. */
const functionsOf = <Column extends 'hint' | 'record'>(
  column: Column,
  make: (collection: string, row: Row) => Trigger,
): Record<NamesOf<Column>, Trigger> =>
  Object.fromEntries(
    Object.entries<Row>(triggers).flatMap(([collection, row]) => {
      const name = row[column];
      return name === undefined ? [] : [[name, make(collection, row)]];
    }),
  ) as Record<NamesOf<Column>, Trigger>;

/** The functions that tell the pipeline of a write. */
export const hintFunctions = functionsOf('hint', (collection) =>
  onDocumentWritten(
    {
      ...scale.hint,
      document: `${collection}/{id}`,
      region: functionsRegion,
      retry: true,
      secrets: [publishWebhookSecret],
    },
    async (event) => {
      if (event.data) await hintWrite(event.id, event.data);
    },
  ),
);

const store = createRecorder(firestore);
const restoredCollections: readonly string[] = backedUp;

/** The functions that store everything about a write, once even for duplicate events. */
export const recordFunctions = functionsOf('record', (collection, row) =>
  onDocumentWritten(
    { ...scale.shared, document: `${collection}/{id}`, region: functionsRegion, retry: true },
    async ({ id, time, data }) => {
      if (!data) return;
      if (restoredCollections.includes(collection) && (await isRestored(firestore(), data))) return;
      const at = Timestamp.fromDate(new Date(time));
      const write: WriteEvent = { id, at, document: writtenDocument(data), before: data.before, after: data.after };
      // A failure of one does not prevent the other.
      const outcomes = await Promise.allSettled([recordWrite(row, write), row.marks?.(write)]);
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    },
  ),
);

async function recordWrite({ version, audit, mail }: Records, write: WriteEvent): Promise<void> {
  const [kept, ...others] = await Promise.all([
    version?.(write),
    audit?.(write),
    isMailEnabled() ? mail?.(write) : null,
  ]);
  const [revision, created] = kept && 'document' in kept ? [null, kept] : [kept ?? null, null];
  await store({ revision, documents: [created, ...others].flatMap((one) => one ?? []) });
}
