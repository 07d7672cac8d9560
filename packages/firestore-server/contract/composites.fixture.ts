import type { QueryFact } from './query-documents.fixture.ts';

/** Source: "Perform OR queries". */
export const compositeFacts: QueryFact[] = [
  [
    'or finds either',
    () => ({
      where: [
        {
          or: [
            ['n', '==', 1],
            ['s', '==', 'zeta'],
          ],
        },
      ],
    }),
    'af',
  ],
  [
    'or of overlapping conditions finds each once',
    () => ({
      where: [
        {
          or: [
            ['n', '==', 2],
            ['flag', '==', true],
          ],
        },
      ],
    }),
    'abch',
  ],
  [
    'or inside and',
    () => ({
      where: [
        ['flag', '==', true],
        {
          or: [
            ['n', '==', 1],
            ['n', '==', 2],
          ],
        },
      ],
    }),
    'ah',
  ],
  [
    'and inside or',
    () => ({
      where: [
        {
          or: [
            {
              and: [
                ['n', '==', 2],
                ['flag', '==', true],
              ],
            },
            ['s', '==', 'éta'],
          ],
        },
      ],
    }),
    'gh',
  ],
  [
    'or with ranges orders by the field',
    () => ({
      where: [
        {
          or: [
            ['n', '<', 2],
            ['n', '>', 2],
          ],
        },
      ],
    }),
    'ace',
  ],
  [
    'or of in and array-contains',
    () => ({
      where: [
        {
          or: [
            ['n', 'in', [10]],
            ['tags', 'array-contains', 'z'],
          ],
        },
      ],
    }),
    'eh',
  ],
  [
    'or with an order leaves out documents without the field',
    () => ({
      where: [
        {
          or: [
            ['s', '==', 'éta'],
            ['s', '==', 'alpha'],
          ],
        },
      ],
      orderBy: [['n', 'asc']],
    }),
    'a',
  ],
];
