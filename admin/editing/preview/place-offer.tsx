import { Flex, IconButton, Text } from '@chakra-ui/react';
import { X } from '#icons';
import { ButtonLink } from '../../ui/links.tsx';
import { editorOf, ownerPhrases } from './place-words.ts';
import type { Place } from './place.ts';

/** Offers to open the editor of a clicked element that belongs to another document. */
export function PlaceOffer({ place, onClose }: { place: Place; onClose: () => void }) {
  return (
    <Flex role="status" align="center" gap="2" px="4" py="2" borderTopWidth="1px" bg="bg.info">
      <Text textStyle="sm" flex="1">{`This belongs to ${ownerPhrases[place.collection]}.`}</Text>
      <ButtonLink size="xs" to={editorOf(place)} state={{ field: place.field }}>
        Edit it there
      </ButtonLink>
      <IconButton size="xs" variant="ghost" colorPalette="gray" aria-label="Stay here" onClick={onClose}>
        <X />
      </IconButton>
    </Flex>
  );
}
