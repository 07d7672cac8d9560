import type { Content } from '@frontage/model/content';
import { fieldAt, watchFields } from '@frontage/model/watch-fields';

/** A query of content and its result. Plain data, so that a recorded query does not keep its page in memory. */
interface Question {
  query: keyof Content;
  args: readonly unknown[];
  /** The path of the field that was read; empty for the whole result. */
  field: readonly string[];
  answer: unknown;
}

/** Content that records its queries. */
export interface AskedContent {
  content: Content;
  questions: readonly Question[];
}

/** Content for one part of a page: records the fields read of the site, and the whole results of other queries. */
export function askedContent(of: Content): AskedContent {
  const questions: Question[] = [];
  const note = (question: Omit<Question, 'answer'>): unknown => {
    const answer = askAgain(of, question);
    questions.push({ ...question, answer });
    return answer;
  };
  const fields = new Set<string>();
  const site = watchFields(of.site(), (field) => {
    if (!fields.has(field)) note({ query: 'site', args: [], field: field.split('.') });
    fields.add(field);
  });
  const asked = (Object.keys(of) as (keyof Content)[]).map((query) => [
    query,
    query === 'site' ? () => site : (...args: unknown[]) => note({ query, args, field: [] }),
  ]);
  return { content: Object.fromEntries(asked) as Content, questions };
}

/** Whether content still returns identical results. The queries run again, so that an observer records them. */
export const answersAlike = (content: Content, questions: readonly Question[]): boolean =>
  questions.every((question) => askAgain(content, question) === question.answer);

function askAgain(content: Content, { query, args, field }: Omit<Question, 'answer'>): unknown {
  const ask = content[query] as (...args: readonly unknown[]) => unknown;
  return fieldAt(ask(...args), field);
}
