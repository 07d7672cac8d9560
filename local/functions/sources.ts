import type { ChangeHeading } from '@frontage/firestore-server/outbox';
import type { Readers } from '@frontage/firestore-server/readers';
import type { ObjectEvent } from '../storage/object-event.ts';
import type { EventSource } from './deliver.ts';
import { describeDocumentEvent, documentEventTypes } from './document-event.ts';
import type { DocumentChange, EventLocation } from './document-event.ts';
import type { DocumentTrigger, ObjectTrigger } from './endpoints.ts';

/** A service's durable log of events. */
export interface Outbox<Heading, Event> extends Readers {
  headings(after: number, limit: number): Heading[];
  read(sequence: number): Event;
}

/** The event source of document changes for these triggers. */
export function documentSource(
  outbox: Outbox<ChangeHeading, DocumentChange>,
  triggers: DocumentTrigger[],
  place: EventLocation,
): EventSource {
  const byName = new Map(triggers.map((trigger) => [trigger.name, trigger]));
  return {
    name: 'firestore',
    readers: outbox,
    targets: triggers.map((trigger) => ({
      ...trigger,
      run: (sequence) => trigger.run(describeDocumentEvent(outbox.read(sequence), trigger.eventType, place)),
    })),
    headings: (after, limit) =>
      outbox.headings(after, limit).map((heading) => {
        const types = documentEventTypes(heading);
        return {
          sequence: heading.sequence,
          reaches(name) {
            const trigger = byName.get(name);
            return trigger !== undefined && types.includes(trigger.eventType) && trigger.matches(heading.path);
          },
        };
      }),
    describe(sequence) {
      const { eventId, path, before, after } = outbox.read(sequence);
      const [type = ''] = documentEventTypes({ existed: before !== null, exists: after !== null });
      return { id: eventId, title: `${type} of ${path}` };
    },
  };
}

/** The event source of stored objects for these triggers. */
export function objectSource(
  outbox: Outbox<{ sequence: number; type: string; bucket: string }, ObjectEvent>,
  triggers: ObjectTrigger[],
): EventSource {
  const byName = new Map(triggers.map((trigger) => [trigger.name, trigger]));
  return {
    name: 'storage',
    readers: outbox,
    targets: triggers.map((trigger) => ({ ...trigger, run: (sequence) => trigger.run(outbox.read(sequence)) })),
    headings: (after, limit) =>
      outbox.headings(after, limit).map(({ sequence, type, bucket }) => ({
        sequence,
        reaches(name) {
          const trigger = byName.get(name);
          return trigger?.eventType === type && trigger.bucket === bucket;
        },
      })),
    describe(sequence) {
      const { id, type, bucket, data } = outbox.read(sequence);
      return { id, title: `${type} of ${bucket}/${data.name}` };
    },
  };
}
