import type { Content } from '@frontage/model/content';
import { fieldAt, watchFields } from '@frontage/model/watch-fields';

/** Something that content was asked, and its answer. Data alone: what is kept of a page must not keep the page. */
interface Question {
  query: keyof Content;
  args: readonly unknown[];
  /** The field of the answer that was read; none where all of it was. */
  field: readonly string[];
  answer: unknown;
}

/** Content that writes down what it is asked. */
export interface AskedContent {
  content: Content;
  questions: readonly Question[];
}

/** The same content, for a part of a page: the site by the fields that are read, everything else by what it returns. */
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

/** Whether content returns the very same for all of it; it is asked again, so that whoever follows its questions hears them. */
export const answersAlike = (content: Content, questions: readonly Question[]): boolean =>
  questions.every((question) => askAgain(content, question) === question.answer);

function askAgain(content: Content, { query, args, field }: Omit<Question, 'answer'>): unknown {
  const ask = content[query] as (...args: readonly unknown[]) => unknown;
  return fieldAt(ask(...args), field);
}
