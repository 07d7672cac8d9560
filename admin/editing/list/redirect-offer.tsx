import { Box } from '@chakra-ui/react';
import { redirectTexts } from '@frontage/model/messages';
import { TextField } from '../../ui/field.tsx';

/** In the question before a deletion: where the address is to lead from then on, if anywhere. */
export function RedirectOffer({ address, onType }: { address: string; onType: (to: string) => void }) {
  return (
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
  );
}
