import { Box } from '@chakra-ui/react';
import { redirectTexts } from '@frontage/model/messages';
import type { PlanRequest } from '@frontage/model/preview';
import { TextField } from '../../ui/field.tsx';
import { ImpactNote } from '../impact/impact-note.tsx';

interface WhenDeletedProps {
  /** The deletion; null of what visitors do not see. */
  asked: PlanRequest | null;
  /** The address that is left behind, if one is. */
  address: string | undefined;
  onType: (to: string) => void;
}

/** In the question before a deletion: what it changes, and where the address is to lead from then on, if anywhere. */
export function WhenDeleted({ asked, address, onType }: WhenDeletedProps) {
  return (
    <>
      {asked && <ImpactNote asked={asked} />}
      {address !== undefined && (
        <Box mt="3">
          <TextField
            label={redirectTexts.leaveBehind(address)}
            help={redirectTexts.leaveBehindHelp}
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
