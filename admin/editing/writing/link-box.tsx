import { Button, chakra, Flex, Input, Text } from '@chakra-ui/react';
import { isHttpUrl } from '@frontage/model/url';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { foldText } from '@frontage/model/fold';
import { sitePaths } from '@frontage/model/paths';
import { useDocuments } from '../../lib/documents/documents.queries.ts';

/** A page or demo that a link can lead to. */
interface LinkTarget {
  id: string;
  title: string;
  path: string;
  /** Title and slug without accents, for the search. */
  words: string;
}

const shownTargets = 6;

/** All pages and demos, the newest first. */
function useLinkTargets(): readonly LinkTarget[] {
  const pages = useDocuments('page').data;
  const demos = useDocuments('demo').data;
  return useMemo(() => {
    const target = (id: string, title: string, path: string) => ({
      id,
      title,
      path,
      words: foldText(`${title} ${path}`),
    });
    return [
      ...(pages ?? []).map(({ document: { id, title, slug } }) => target(id, title, sitePaths.page(slug))),
      ...(demos ?? []).map(({ document: { id, heading, slug } }) => target(id, heading, sitePaths.demo(slug))),
    ];
  }, [pages, demos]);
}

/** The targets whose title or slug contains all typed words; those that begin with them first. */
function findTargets(targets: readonly LinkTarget[], query: string): readonly LinkTarget[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  const found = targets.filter((target) => words.every((word) => target.words.includes(word)));
  const starts = (target: LinkTarget): number => (target.words.startsWith(words[0] ?? '') ? 0 : 1);
  return found.toSorted((a, b) => starts(a) - starts(b)).slice(0, shownTargets);
}

interface LinkBoxProps {
  href: string;
  onApply: (href: string, text?: string) => void;
  onClose: () => void;
}

/** The field of a link: an address, or words that find a page or demo. */
export function LinkBox({ href, onApply, onClose }: LinkBoxProps) {
  const id = useId();
  const [value, setValue] = useState(href);
  const [index, setIndex] = useState(-1);
  const targets = useLinkTargets();
  const isAddress = /^([a-z][a-z\d+.-]*:|\/|#)/i.test(value.trim());
  const found = isAddress || value === href ? [] : findTargets(targets, value);
  const problem = isAddress ? addressProblem(value.trim()) : null;

  const choose = ({ path, title }: LinkTarget) => onApply(path, title);
  const apply = () => {
    const chosen = found[Math.max(0, index)];
    if (chosen) choose(chosen);
    else if (problem === null) onApply(completed(value.trim()));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setIndex((index + step + found.length) % found.length);
    else if (event.key === 'Enter') apply();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Flex
      direction="column"
      role="dialog"
      aria-label="Link"
      p="2"
      gap="2"
      w="min(24rem, calc(100vw - 2rem))"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose();
      }}
    >
      <Flex gap="2">
        <Input
          // Opened by the user to type.
          autoFocus
          size="sm"
          role="combobox"
          aria-label="Address, or words of a page"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found[index] ? `${id}-${index}` : undefined}
          aria-describedby={`${id}-note`}
          placeholder="Paste an address or search pages"
          value={value}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            setValue(target.value);
            setIndex(-1);
          }}
          onKeyDown={onKeyDown}
        />
        <Button size="sm" onClick={apply} disabled={problem !== null}>
          Apply
        </Button>
        {href !== '' && (
          <Button size="sm" variant="ghost" colorPalette="gray" onClick={() => onApply('')}>
            Remove
          </Button>
        )}
      </Flex>
      <Text
        id={`${id}-note`}
        role="status"
        textStyle="xs"
        color={problem ? 'fg.error' : 'fg.muted'}
        _empty={{ display: 'none' }}
      >
        {problem ?? (found.length > 0 ? `${found.length} ${found.length === 1 ? 'page' : 'pages'} found` : '')}
      </Text>
      <chakra.div role="listbox" id={`${id}-list`} aria-label="Pages and demos" hidden={found.length === 0}>
        {found.map((target, at) => (
          <chakra.div
            key={target.path}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === index}
            px="2"
            py="1.5"
            rounded="l1"
            cursor="pointer"
            bg={at === index ? 'bg.emphasized' : undefined}
            _hover={{ bg: 'bg.muted' }}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(target)}
          >
            <Text textStyle="sm" truncate>
              {target.title}
            </Text>
            <Text textStyle="xs" color="fg.muted" truncate>
              {target.path}
            </Text>
          </chakra.div>
        ))}
      </chakra.div>
    </Flex>
  );
}

/** An address as links have it: `example.com` gets a scheme. */
const completed = (value: string): string => (/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(value) ? `https://${value}` : value);

function addressProblem(value: string): string | null {
  if (/^https?:/i.test(value))
    return isHttpUrl(value) ? null : 'Enter a complete address, such as https://example.com.';
  return /^(mailto:|tel:|\/(?!\/)|#)/i.test(value)
    ? null
    : 'Links lead to https, http, mailto or tel addresses, or to a path.';
}
