import { expect, it } from 'vitest';
import { describeEachSdk } from './support/each-sdk.ts';
import { invalidArgument } from './support/sdk.ts';
import type { QuerySpec, Sdk } from './support/sdk.ts';

const collection = 'refused';
type Spec = Omit<QuerySpec, 'collection'>;

const integers = (length: number): number[] => Array.from({ length }, (_, i) => i);
const afterTheKey = /order by clause cannot contain more fields after the key/;
const keyEquality = /Equality on key is not allowed if there are other inequality fields/;

/** Queries that SDKs send and Firestore refuses. Source: "Query limitations"; the reference of `StructuredQuery`. */
const refused: [name: string, spec: Spec, message: RegExp][] = [
  ['!= ordered by the id alone', { where: [['n', '!=', 1]], orderBy: [['__name__', 'asc']] }, afterTheKey],
  ['not-in ordered by the id alone', { where: [['n', 'not-in', [1]]], orderBy: [['__name__', 'asc']] }, afterTheKey],
  ['a range ordered by the id alone', { where: [['n', '>', 1]], orderBy: [['__name__', 'desc']] }, afterTheKey],
  [
    'a second range whose field would follow the id',
    {
      where: [
        ['n', '>', 1],
        ['s', '>', 'a'],
      ],
      orderBy: [
        ['n', 'asc'],
        ['__name__', 'asc'],
      ],
    },
    afterTheKey,
  ],
  [
    'a field ordered after the id',
    {
      orderBy: [
        ['__name__', 'asc'],
        ['n', 'asc'],
      ],
    },
    afterTheKey,
  ],
  [
    'two orders of one field',
    {
      orderBy: [
        ['n', 'asc'],
        ['n', 'desc'],
      ],
    },
    /order by clause cannot contain duplicate fields n/,
  ],
  [
    'equality on the id beside !=',
    {
      where: [
        ['n', '!=', 42],
        ['__name__', '==', 'a'],
      ],
    },
    keyEquality,
  ],
  [
    'equality on the id beside a range',
    {
      where: [
        ['__name__', '==', 'a'],
        ['n', '>', 1],
      ],
    },
    keyEquality,
  ],
  [
    'in on the id beside a range',
    {
      where: [
        ['__name__', 'in', ['a', 'b']],
        ['n', '<', 1],
      ],
    },
    keyEquality,
  ],
];

describeEachSdk('refused queries', (context) => {
  it.each(refused)('refuses %s', async (_, spec, message) => {
    const { sdk } = context();
    const error = await sdk.query({ collection, ...spec }).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(sdk.codeOf(error)).toBe(invalidArgument(sdk));
    expect((error as Error).message).toMatch(message);
  });
});

/** Queries that the admin SDK sends to the server; the web SDKs refuse them on the client. */
const refusedByServer: [name: string, run: (sdk: Sdk) => Promise<unknown>][] = (
  [
    ['in with 31 values', { where: [['n', 'in', integers(31)]] }],
    ['array-contains-any with 31 values', { where: [['n', 'array-contains-any', integers(31)]] }],
    ['not-in with 11 values', { where: [['n', 'not-in', integers(11)]] }],
    ['in with no values', { where: [['n', 'in', []]] }],
    [
      'two array-contains',
      {
        where: [
          ['tags', 'array-contains', 'x'],
          ['tags', 'array-contains', 'y'],
        ],
      },
    ],
    [
      'array-contains beside array-contains-any',
      {
        where: [
          ['tags', 'array-contains', 'x'],
          ['tags', 'array-contains-any', ['y']],
        ],
      },
    ],
    [
      'two !=',
      {
        where: [
          ['n', '!=', 1],
          ['s', '!=', 'x'],
        ],
      },
    ],
    [
      'not-in beside !=',
      {
        where: [
          ['n', 'not-in', [1]],
          ['s', '!=', 'x'],
        ],
      },
    ],
    [
      'not-in beside in',
      {
        where: [
          ['n', 'not-in', [1]],
          ['s', 'in', ['x']],
        ],
      },
    ],
    [
      'not-in beside or',
      {
        where: [
          ['n', 'not-in', [1]],
          {
            or: [
              ['s', '==', 'x'],
              ['s', '==', 'y'],
            ],
          },
        ],
      },
    ],
    [
      'more than 30 disjunctions',
      {
        where: [
          ['n', 'in', integers(6)],
          ['s', 'in', ['a', 'b', 'c', 'd', 'e', 'f']],
        ],
      },
    ],
  ] satisfies [string, Spec][]
).map(([name, spec]) => [name, (sdk) => sdk.query({ collection, ...spec })]);

describeEachSdk(
  'queries refused by the server',
  (context) => {
    it.each(refusedByServer)('refuses %s', async (_, run) => {
      const { sdk } = context();
      const error = await run(sdk).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(sdk.codeOf(error)).toBe(invalidArgument(sdk));
    });

    it('accepts 30 disjunctions', async () => {
      const { sdk } = context();
      const where = [
        ['n', 'in', integers(5)],
        ['s', 'in', ['a', 'b', 'c', 'd', 'e', 'f']],
      ] as const;
      expect(await sdk.query({ collection, where })).toEqual([]);
    });
  },
  ['admin'],
);
