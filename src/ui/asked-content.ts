import type { Content } from '@frontage/model/content';
import { fieldAt, watchFields } from '@frontage/model/watch-fields';

/** A query of content and its result. Plain data, so that a recorded query does not keep its page in memory. */
interface RecordedQuery {
  query: keyof Content;
  args: readonly unknown[];
  /** The path of the field that was read; empty for the whole result. */
  field: readonly string[];
  answer: unknown;
}

/** Content that records its queries. */
export interface AskedContent {
  content: Content;
  questions: readonly RecordedQuery[];
}

/** Content for one part of a page: records the fields read of the site, and the whole results of other queries. */
export function askedContent(of: Content): AskedContent {
  const questions: RecordedQuery[] = [];
  const record = (question: Omit<RecordedQuery, 'answer'>): unknown => {
    const answer = runQuery(of, question);
    questions.push({ ...question, answer });
    return answer;
  };
  const fields = new Set<string>();
  const site = watchFields(of.site(), (field) => {
    if (!fields.has(field)) record({ query: 'site', args: [], field: field.split('.') });
    fields.add(field);
  });
  const asked = (Object.keys(of) as (keyof Content)[]).map((query) => [
    query,
    query === 'site' ? () => site : (...args: unknown[]) => record({ query, args, field: [] }),
  ]);
  return { content: Object.fromEntries(asked) as Content, questions };
}

/** Whether content still returns identical results. The queries run again, so that an observer records them. */
export const answersAlike = (content: Content, questions: readonly RecordedQuery[]): boolean =>
  questions.every((question) => runQuery(content, question) === question.answer);

function runQuery(content: Content, { query, args, field }: Omit<RecordedQuery, 'answer'>): unknown {
  const ask = content[query] as (...args: readonly unknown[]) => unknown;
  return fieldAt(ask(...args), field);
}
