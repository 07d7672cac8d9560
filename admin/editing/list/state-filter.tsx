import { Box } from '@chakra-ui/react';
import { Select } from '../../ui/controls.tsx';
import { listStates } from './list-state.ts';

const options = Object.entries(listStates).map(([value, label]) => ({ value, label }));

/** Filters a list by state. */
export function StateFilter({ state, onChange }: { state: string; onChange: (state: string) => void }) {
  return (
    <Box minW="12rem">
      <Select aria-label="State" options={options} value={state} onChange={(event) => onChange(event.target.value)} />
    </Box>
  );
}
