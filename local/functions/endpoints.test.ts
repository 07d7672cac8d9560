import { describe, expect, it } from 'vitest';
import { readEndpoints } from './endpoints.ts';

const make = (manifest: object) => Object.assign(() => 'ran', { __endpoint: { platform: 'gcfv2', ...manifest } });
const trigger = (eventType: string, more: object = {}) =>
  make({
    eventTrigger: {
      eventType,
      eventFilters: { database: '(default)' },
      eventFilterPathPatterns: {},
      retry: false,
      ...more,
    },
  });
const created = 'google.cloud.firestore.document.v1.created';

describe('readEndpoints', () => {
  it('finds callables and HTTP functions, groups included', () => {
    const { http } = readEndpoints(
      {
        call: make({ callableTrigger: {} }),
        web: make({ httpsTrigger: {} }),
        group: { inner: make({ callableTrigger: {} }), deep: { er: make({ httpsTrigger: {} }) } },
      },
      'us-central1',
    );
    expect(http.map(({ name }) => name)).toEqual(['call', 'web', 'group-inner', 'group-deep-er']);
  });

  it.each<[string, unknown, string[]]>([
    ['no region', undefined, ['us-central1']],
    ['a text', 'europe-west1', ['europe-west1']],
    ['a list', ['europe-west1', 'asia-east1'], ['europe-west1', 'asia-east1']],
    ['an empty list', [], ['us-central1']],
    ['a parameter', { value: () => 'europe-west1' }, ['europe-west1']],
  ])('reads the region of %s', (_case, region, regions) => {
    const { http } = readEndpoints({ f: make({ callableTrigger: {}, region }) }, 'us-central1');
    expect(http[0]?.regions).toEqual(regions);
  });

  it.each<[string, object, string, boolean]>([
    ['a pattern', { eventFilterPathPatterns: { document: 'pages/{id}' } }, 'pages/a', true],
    ['an exact document', { eventFilters: { document: 'pages/only' } }, 'pages/other', false],
    ['a parameter', { eventFilterPathPatterns: { document: { value: () => 'pages/{id}' } } }, 'pages/a', true],
  ])('matches documents by %s', (...[, filters, path, expected]) => {
    const { documents } = readEndpoints({ f: trigger(created, filters) }, 'us-central1');
    expect([documents[0]?.eventType, documents[0]?.matches(path)]).toEqual([created, expected]);
  });

  it('reads bucket, timeout and retry of a trigger', () => {
    const finalized = Object.assign(() => undefined, {
      __endpoint: {
        timeoutSeconds: 5,
        eventTrigger: {
          eventType: 'google.cloud.storage.object.v1.finalized',
          eventFilters: { bucket: 'images' },
          retry: true,
        },
      },
    });
    expect(readEndpoints({ finalized }, 'us-central1').objects[0]).toMatchObject({
      bucket: 'images',
      timeoutMs: 5_000,
      retry: true,
    });
  });

  it('uses a timeout of 60 seconds by default', () => {
    expect(readEndpoints({ f: trigger(created) }, 'us-central1').documents[0]?.timeoutMs).toBe(60_000);
  });

  it.each([
    ['a schedule without a cron form', make({ scheduleTrigger: { schedule: 'first monday' } }), 'scheduleTrigger'],
    ['a task queue', make({ taskQueueTrigger: {} }), 'taskQueueTrigger'],
    [
      'Pub/Sub',
      trigger('google.cloud.pubsub.topic.v1.messagePublished'),
      'google.cloud.pubsub.topic.v1.messagePublished',
    ],
    [
      'a database of another kind',
      trigger('google.firebase.database.ref.v1.created'),
      'google.firebase.database.ref.v1.created',
    ],
  ])('reports an unsupported function: %s', (_kind, f, reason) => {
    expect(readEndpoints({ f }, 'us-central1').unsupported).toEqual([{ name: 'f', reason }]);
  });

  it('reads the cron form and the time zone of a schedule', async () => {
    const scheduleTrigger = { schedule: 'every day 03:00', retryConfig: { retryCount: 2 } };
    const daily = Object.assign(make({ scheduleTrigger, timeoutSeconds: 9 }), { run: () => 'scheduled' });
    const berlin = make({ scheduleTrigger: { schedule: { value: () => '* * * * *' }, timeZone: 'Europe/Berlin' } });
    const { schedules } = readEndpoints({ daily, berlin }, 'us-central1');
    expect(schedules).toMatchObject([
      { name: 'daily', cron: '0 3 * * *', timeZone: 'America/Los_Angeles', retries: 2, timeoutMs: 9_000 },
      { name: 'berlin', cron: '* * * * *', timeZone: 'Europe/Berlin', retries: 0, timeoutMs: 60_000 },
    ]);
    expect(await schedules[0]?.run({ scheduleTime: '' })).toBe('scheduled');
  });

  it('ignores exports that are not functions', () => {
    const { http, documents, objects, unsupported } = readEndpoints(
      { text: 'x', number: 1, nothing: null, helper: () => 1, list: [make({ callableTrigger: {} })], date: new Date() },
      'us-central1',
    );
    expect([...http, ...documents, ...objects, ...unsupported]).toEqual([]);
  });
});
