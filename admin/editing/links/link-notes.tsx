import { Box, chakra, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { Note } from '../../ui/note.tsx';
import {
  anchoredPages,
  linkProblems,
  linksIn,
  type LinkingKind,
  type LinkProblem,
  problemText,
} from './link-problems.ts';
import { headingsQuery, useLinkTargets } from './links.queries.ts';

interface CheckedText {
  text: string;
  kind: LinkingKind;
}

/** The problems of a text's links. */
function useLinkProblems({ text, kind }: CheckedText): readonly LinkProblem[] {
  const store = useDocumentStore();
  const links = useMemo(() => linksIn(text), [text]);
  const pages = useMemo(() => anchoredPages(links), [links]);
  const headings = useQueries({
    queries: pages.map((reference) => headingsQuery(store, reference)),
    combine: (results) => results.map(({ data }) => data?.map(({ id }) => id) ?? null),
  });
  const { targets, homepage } = useLinkTargets();
  const byReference = useMemo(
    () => new Map(targets?.flatMap((target) => (target.reference ? [[target.reference, target]] : []))),
    [targets],
  );
  return useMemo(() => {
    if (targets === null) return [];
    const ids = new Map(pages.map((reference, index) => [reference, headings[index] ?? null]));
    return linkProblems(links, kind, {
      find: (reference) => byReference.get(reference) ?? null,
      headings: (reference) => {
        const known = ids.get(reference);
        return known ? new Set(known) : null;
      },
      homepage,
    });
  }, [links, kind, targets, byReference, pages, headings, homepage]);
}

const effect = 'Visitors see text in place of a link to a missing or unpublished document.';

interface LinkNotesProps extends CheckedText {
  /** Marks links with these targets in the text. */
  onMark: (hrefs: readonly string[]) => void;
}

/** The list of links below a text that visitors cannot follow. It never prevents publishing. */
export default function LinkNotes({ text, kind, onMark }: LinkNotesProps) {
  const problems = useLinkProblems({ text, kind });
  useEffect(() => {
    onMark(problems.map(({ href }) => href));
    return () => onMark([]);
  }, [problems, onMark]);
  return (
    <Box role="status" data-link-problems="" mt="1.5" _empty={{ display: 'none' }}>
      {problems.length > 0 && <Problems problems={problems} />}
    </Box>
  );
}

function Problems({ problems }: { problems: readonly LinkProblem[] }) {
  return (
    <Note kind="warning">
      <Text fontWeight="medium">{`${counted(problems.length, 'link')} to check`}</Text>
      <chakra.ul listStyleType="none" aria-label="Links to check">
        {problems.map((problem, index) => (
          <li key={`${index} ${problem.href}`}>{problemText(problem)}</li>
        ))}
      </chakra.ul>
      {problems.some(({ problem }) => problem !== 'anchor') && <Text color="fg.muted">{effect}</Text>}
    </Note>
  );
}

/** The links to check before publishing: their number, or as a list. */
export function LinkWarning({ isList, ...checked }: CheckedText & { isList: boolean }) {
  const problems = useLinkProblems(checked);
  if (problems.length === 0) return null;
  if (isList) return <Problems problems={problems} />;
  return <chakra.span color="fg.warning">{` · ${counted(problems.length, 'link')} to check`}</chakra.span>;
}
