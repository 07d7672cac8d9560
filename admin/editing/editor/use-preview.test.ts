import { expect, it } from 'vitest';
import { createLatestRequest } from './use-preview.ts';

function setUp() {
  const requests: { draft: string; answer: (text: string) => void }[] = [];
  const answers: string[] = [];
  const pump = createLatestRequest(
    (draft: string) => new Promise<string>((answer) => requests.push({ draft, answer })),
    (answer) => answers.push(answer),
  );
  const answer = async (index: number) => {
    requests[index]?.answer(`page of ${requests[index].draft}`);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { pump, answers, answer, drafts: () => requests.map(({ draft }) => draft) };
}

it('sends one request at a time, the next with the newest draft', async () => {
  const { pump, answers, answer, drafts } = setUp();
  for (const typed of ['a', 'ab', 'abc', 'abcd']) pump.push(typed);
  expect(drafts()).toEqual(['a']);
  await answer(0);
  expect(drafts()).toEqual(['a', 'abcd']);
  await answer(1);
  expect(answers).toEqual(['page of a', 'page of abcd']);
  pump.push('abcde');
  expect(drafts()).toEqual(['a', 'abcd', 'abcde']);
});

it('reports and sends nothing after it is stopped', async () => {
  const { pump, answers, answer, drafts } = setUp();
  pump.push('a');
  pump.push('ab');
  pump.stop();
  await answer(0);
  expect(answers).toEqual([]);
  expect(drafts()).toEqual(['a']);
});
