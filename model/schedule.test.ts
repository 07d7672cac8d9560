import { describe, expect, it } from 'vitest';
import { launchDocument } from './launch.ts';
import { conflictsAmong, launchOfSchedule, type Schedule, scheduleIn, timedChangesOf } from './schedule.ts';

const at = (day: number) => `2026-12-0${day}T09:00:00.000Z`;

const schedule: Schedule = {
  collection: 'pages',
  id: 'a',
  action: 'publish',
  document_rev: 4,
  draft_rev: null,
  draft_digest: null,
  at: at(1),
  by: 'ada',
  second_factor: true,
  created_at: '2026-11-28T09:00:00.000Z',
  state: 'waiting',
  reason: null,
};

describe('a schedule', () => {
  it.each<Partial<Schedule>>([
    {},
    { state: 'failed', reason: 'documentMoved' },
    { collection: 'site_settings', id: 'seo', action: 'publish_draft', draft_rev: 2, draft_digest: 'a'.repeat(64) },
  ])('is stored as a launch and read from it: %j', (over) => {
    const expected = { ...schedule, ...over };
    expect(scheduleIn(launchDocument.parse(launchOfSchedule(expected)))).toEqual(expected);
  });

  it('is not read from a launch of several documents', () => {
    const launch = launchDocument.parse(launchOfSchedule(schedule));
    expect(scheduleIn({ ...launch, state: 'open' })).toBeNull();
  });
});

describe('times of one document', () => {
  type Planned = [action: 'publish' | 'publish_draft' | 'unpublish' | 'delete', day: number];

  it.each<[boolean, Planned[], string[]]>([
    [
      false,
      [
        ['publish', 1],
        ['unpublish', 2],
      ],
      [],
    ],
    [
      true,
      [
        ['publish_draft', 1],
        ['unpublish', 2],
      ],
      [],
    ],
    [
      false,
      [
        ['publish_draft', 1],
        ['publish', 2],
      ],
      [],
    ],
    [
      true,
      [
        ['unpublish', 1],
        ['publish', 2],
      ],
      ['publish 2 after unpublish 1'],
    ],
    [
      false,
      [
        ['unpublish', 1],
        ['publish', 2],
      ],
      [],
    ],
    [
      true,
      [
        ['publish', 1],
        ['publish_draft', 2],
      ],
      [],
    ],
    [
      false,
      [
        ['publish', 1],
        ['publish_draft', 2],
      ],
      ['publish_draft 2 after publish 1'],
    ],
    [
      true,
      [
        ['publish_draft', 3],
        ['publish_draft', 2],
      ],
      ['publish_draft 3 after publish_draft 2'],
    ],
    [
      true,
      [
        ['publish_draft', 1],
        ['publish_draft', 1],
      ],
      ['publish_draft 1 after publish_draft 1'],
    ],
    [
      true,
      [
        ['publish_draft', 2],
        ['unpublish', 2],
      ],
      ['publish_draft 2 after unpublish 2'],
    ],
    [
      true,
      [
        ['unpublish', 3],
        ['delete', 2],
      ],
      ['unpublish 3 after delete 2'],
    ],
    [
      true,
      [
        ['delete', 3],
        ['unpublish', 2],
      ],
      ['delete 3 after unpublish 2'],
    ],
    [
      true,
      [
        ['unpublish', 1],
        ['publish', 2],
        ['publish_draft', 3],
      ],
      ['publish 2 after unpublish 1', 'publish_draft 3 after unpublish 1'],
    ],
  ])('published %j, %j: conflicts are %j', (isPublished, planned, expected) => {
    const changes = planned.map(([action, day]) => ({ action, at: at(day), launch: null }));
    const found = conflictsAmong(changes, isPublished).map(({ change, earlier }) =>
      [change, earlier].map((one) => `${one.action} ${Number(one.at.slice(8, 10))}`).join(' after '),
    );
    expect(found).toEqual(expected);
  });

  it('are those of waiting schedules and of a launch with a time that accepted the document', () => {
    const launch = launchDocument.parse({ ...launchOfSchedule(schedule), state: 'open', name: 'Spring' });
    const [member] = launch.members;
    const launches = [
      launch,
      { ...launch, planned: null },
      { ...launch, members: member ? [{ ...member, is_accepted: false }] : [] },
    ];
    const schedules: Schedule[] = [
      { ...schedule, action: 'unpublish', at: at(2) },
      { ...schedule, action: 'publish_draft', state: 'failed' },
      { ...schedule, id: 'b' },
    ];
    expect(timedChangesOf('pages/a', { schedules, launches })).toEqual([
      { action: 'unpublish', at: at(2), launch: null },
      { action: 'publish', at: at(1), launch: 'Spring' },
    ]);
  });
});
