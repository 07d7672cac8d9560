import { Box } from '@chakra-ui/react';
import { redirectTexts } from '@frontage/model/address-messages';
import type { PlanRequest } from '@frontage/model/preview';
import { TextField } from '../../ui/field.tsx';
import { ImpactNote } from '../impact/impact-note.tsx';

interface DeletionDetailsProps {
  /** The planned deletion; null for documents that visitors do not see. */
  asked: PlanRequest | null;
  /** The path to redirect, if there is one. */
  address: string | undefined;
  onType: (to: string) => void;
}

/** The part of a deletion's confirmation with its impact and a field for the target of a redirect. */
export function DeletionDetails({ asked, address, onType }: DeletionDetailsProps) {
  return (
    <>
      {asked && <ImpactNote asked={asked} />}
      {address !== undefined && (
        <Box mt="3">
          <TextField
            label={redirectTexts.deletedTarget(address)}
            help={redirectTexts.deletedTargetHelp}
            input={{
              autoComplete: 'off',
              spellCheck: false,
              fontFamily: 'mono',
              onChange: (event) => onType(event.target.value),
            }}
          />
        </Box>
      )}
    </>
  );
}
