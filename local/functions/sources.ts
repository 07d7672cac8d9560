import type { ObjectEvent } from '../storage/object-event.ts';
import type { EventSource } from './deliver.ts';
import { describeDocumentEvent, documentEventTypes } from './document-event.ts';
import type { DocumentChange, Place } from './document-event.ts';
import type { DocumentTrigger, ObjectTrigger } from './endpoints.ts';

/** A durable queue of a service. */
export interface Outbox<Event> {
  pending(limit: number): Event[];
  ack(eventId: string): void;
}

/** The changes of documents, each with the triggers it must reach. */
export function documentSource(outbox: Outbox<DocumentChange>, triggers: DocumentTrigger[], place: Place): EventSource {
  return {
    name: 'firestore',
    ack: (eventId) => outbox.ack(eventId),
    pending: (limit) =>
      outbox.pending(limit).map((change) => {
        const types = documentEventTypes(change);
        const reached = triggers.filter(({ eventType, matches }) => types.includes(eventType) && matches(change.path));
        return {
          id: change.eventId,
          title: `${types[0] ?? ''} of ${change.path}`,
          targets: reached.map((trigger) => ({
            ...trigger,
            run: () => trigger.run(describeDocumentEvent(change, trigger.eventType, place)),
          })),
        };
      }),
  };
}

/** The changes of stored objects, each with the triggers it must reach. */
export function objectSource(outbox: Outbox<ObjectEvent>, triggers: ObjectTrigger[]): EventSource {
  return {
    name: 'storage',
    ack: (eventId) => outbox.ack(eventId),
    pending: (limit) =>
      outbox.pending(limit).map((event) => ({
        id: event.id,
        title: `${event.type} of ${event.bucket}/${event.data.name}`,
        targets: triggers
          .filter(({ eventType, bucket }) => eventType === event.type && bucket === event.bucket)
          .map((trigger) => ({ ...trigger, run: () => trigger.run({ ...event, data: { ...event.data } }) })),
      })),
  };
}
