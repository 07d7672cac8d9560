import { Button, Flex, Input, Text } from '@chakra-ui/react';
import {
  type DocumentLink,
  formatDocumentLink,
  parseDocumentLink,
  readableAnchor,
  referenceTo,
} from '@frontage/model/document-link';
import { counted } from '@frontage/model/dates';
import { isHttpUrl } from '@frontage/model/url';
import { useId, useState } from 'react';
import { Select } from '../../ui/controls.tsx';
import { onListKey } from '../../ui/list-option.tsx';
import { completedAddress } from './completed-address.ts';
import { findTargets, type LinkTarget } from './link-targets.ts';
import { useLinkTargets, useTargetHeadings } from './links.queries.ts';
import { TargetList } from './target-list.tsx';

const shownTargets = 6;

interface LinkBoxProps {
  /** The target of the link; empty for a new one. */
  href: string;
  /** Called with an empty address to remove the link. `text` is the title of a chosen target. */
  onApply: (href: string, text?: string) => void;
  onClose: () => void;
}

/** The field of a link: an address, or words that find a page, a demo or a part of the homepage. */
export function LinkBox(props: LinkBoxProps) {
  const { href, onApply, onClose } = props;
  const id = useId();
  const targets = useLinkTargets().targets ?? [];
  const link = parseDocumentLink(href);
  const { value, found, index, problem, ...entry } = useLinkEntry(props, targets);

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
          aria-label="Address or page title"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found[index] ? `${id}-${index}` : undefined}
          aria-describedby={link ? `${id}-target ${id}-note` : `${id}-note`}
          placeholder={link ? 'Search another page or paste an address' : 'Paste an address or search pages'}
          value={value}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => entry.type(target.value)}
          onKeyDown={entry.onKeyDown}
        />
        <Button size="sm" onClick={entry.apply} disabled={problem !== null}>
          Apply
        </Button>
        {href !== '' && (
          <Button size="sm" variant="ghost" colorPalette="gray" onClick={() => onApply('')}>
            Remove
          </Button>
        )}
      </Flex>
      {link && <CurrentTarget id={`${id}-target`} {...{ href, link, targets, onApply }} />}
      <Text
        id={`${id}-note`}
        role="status"
        textStyle="xs"
        color={problem ? 'fg.error' : 'fg.muted'}
        _empty={{ display: 'none' }}
      >
        {problem ?? (found.length > 0 ? counted(found.length, 'result') : '')}
      </Text>
      <TargetList {...{ id, found, index }} onChoose={entry.choose} />
    </Flex>
  );
}

/** The typed address or words, the targets that they find, and why they cannot be applied. */
function useLinkEntry({ href, onApply, onClose }: LinkBoxProps, targets: readonly LinkTarget[]) {
  // Null until the user types.
  const [typed, setTyped] = useState<string | null>(null);
  const [index, setIndex] = useState(-1);
  const [isUnknown, setUnknown] = useState(false);
  const value = typed ?? (parseDocumentLink(href) ? '' : href);
  const words = value.trim();
  const completed = completedAddress(words);
  const isAddress = /^([a-z][a-z\d+.-]*:|\/|#)/i.test(completed);
  const isSearch = !isAddress && (typed !== null || href === '');
  const found = isSearch ? findTargets(targets, value, shownTargets) : [];
  const unknown =
    isUnknown && found.length === 0 && words !== ''
      ? 'No matching page. Enter an address, such as https://example.com or /about.'
      : null;
  const problem = isAddress ? addressProblem(completed) : unknown;

  const choose = (target: LinkTarget) => onApply(target.href, target.title);
  const apply = () => {
    // Without words, only a chosen target is applied.
    const chosen = found[words === '' ? index : Math.max(0, index)];
    if (chosen) choose(chosen);
    else if (words === '') onClose();
    else if (!isAddress) setUnknown(true);
    else if (problem === null) {
      const link = linkById(completed, targets);
      onApply(link?.href ?? completed, link?.title ?? words);
    }
  };
  const type = (next: string) => {
    setTyped(next);
    setUnknown(false);
    setIndex(-1);
  };
  const onKeyDown = onListKey({ count: found.length, index, onMove: setIndex, onEnter: apply, onEscape: onClose });
  return { value, found, index, problem, type, choose, apply, onKeyDown };
}

/** The link by id to the document at an address; null if no document has the address. */
function linkById(address: string, targets: readonly LinkTarget[]): { href: string; title: string } | null {
  const [path = '', anchor = ''] = address.split(/#(.*)/s);
  const target = targets.find((known) => known.path === path);
  const document = target && parseDocumentLink(target.href);
  if (!document) return null;
  return { href: formatDocumentLink({ ...document, anchor: encodeURI(readableAnchor(anchor)) }), title: target.title };
}

interface CurrentTargetProps {
  id: string;
  href: string;
  link: DocumentLink;
  targets: readonly LinkTarget[];
  onApply: (href: string) => void;
}

/** The document that a link leads to, and the choice of its part. */
function CurrentTarget({ id, href, link, targets, onApply }: CurrentTargetProps) {
  const headings = useTargetHeadings(href);
  const current = targets.find(({ reference }) => reference === referenceTo(link));
  return (
    <>
      <Text id={id} textStyle="sm" overflowWrap="anywhere">
        {current ? `${current.title} · ${current.path}` : href}
        {current?.isPublished === false && ' (not published)'}
        {!current && targets.length > 0 && ' (does not exist)'}
      </Text>
      {headings.length > 0 && (
        <Select
          aria-label="Part of the page"
          size="sm"
          value={readableAnchor(link.anchor)}
          options={[
            { value: '', label: 'Whole page' },
            ...headings.map(({ id: value, text }) => ({ value, label: text })),
          ]}
          onChange={({ target }) => onApply(formatDocumentLink({ ...link, anchor: target.value }))}
        />
      )}
    </>
  );
}

function addressProblem(value: string): string | null {
  if (parseDocumentLink(value) !== null) return null;
  if (/^https?:/i.test(value))
    return isHttpUrl(value) ? null : 'Enter a complete address, such as https://example.com.';
  return /^(mailto:|tel:|\/(?!\/)|#)/i.test(value)
    ? null
    : 'A link needs an https, http, mailto or tel address, or a path.';
}
