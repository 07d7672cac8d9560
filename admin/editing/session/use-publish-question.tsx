import { Box, Text } from '@chakra-ui/react';
import { fieldLabels } from '@frontage/model/field-labels';
import { kinds, type Savable } from '@frontage/model/kinds/kinds';
import { collections } from '@frontage/model/paths';
import { useConfirm } from '../../ui/confirm.tsx';
import { useKnownTitles } from '../text/links.queries.ts';
import { fieldText } from '../field-text.ts';
import { commonEnds, type FieldWords, valueWords } from '../versions/compare-fields.ts';
import type { SessionServices } from './session-services.ts';
import type { ChangeOfOthers } from './session.ts';

/** Returns a function that lists the changes of others in a draft and asks whether a save may publish them. */
export function usePublishQuestion(kind: Savable): SessionServices['mayPublishChanges'] {
  const confirm = useConfirm();
  const titleOf = useKnownTitles();
  const labels: Readonly<Record<string, string>> =
    fieldLabels[kind === 'setting' ? collections.settings : kinds[kind].collection];
  const fields = kind === 'setting' ? {} : kinds[kind].fields;
  const words: FieldWords = {
    labels,
    valueText: (field, value) => fieldText(fields[field] ?? {}, value, titleOf),
  };
  return ({ who, changes }) =>
    confirm({
      title: who === null ? 'Publish the changes of others too?' : `Publish the changes of ${who} too?`,
      description: `The draft contains changes of others. Saving publishes ${changes.length === 1 ? 'this one' : 'these'} with yours:`,
      more: (
        <Box as="ul" listStyleType="disc" ps="5" maxH="50dvh" overflowY="auto" aria-label="Changes of others">
          {changes.map((change) => (
            <Box as="li" key={change.field} overflowWrap="anywhere">
              <Text as="span" fontWeight="semibold">{`${labels[change.field] ?? change.field}: `}</Text>
              {describe(change, words)}
            </Box>
          ))}
        </Box>
      ),
      action: 'Save and publish all',
    });
}

const longest = 200;
const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The words that a change removes and adds. */
function describe({ field, live, draft }: ChangeOfOthers, words: FieldWords): string {
  const [before, after] = [live, draft].map((value) => valueWords(words, field, value));
  if (before === undefined || after === undefined) return '';
  if (before.length + after.length < longest) return `“${before}” → “${after}”`;
  const { from, end } = commonEnds(before, after);
  const [removed, added] = [before, after].map((text) => text.slice(from, text.length - end).trim());
  return [removed && `removed “${shorten(removed)}”`, added && `added “${shorten(added)}”`].filter(Boolean).join(', ');
}
