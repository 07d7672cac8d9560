import { Box } from '@chakra-ui/react';
import { Search } from '#icons';
import { TextInput } from './controls.tsx';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field that filters while typing. The `/` shortcut finds it by `data-search`. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  return (
    <Box position="relative" flex="1" minW={{ base: 'full', sm: '14rem' }}>
      <Box
        as={Search}
        aria-hidden
        position="absolute"
        insetStart="3"
        top="3"
        boxSize="4"
        color="fg.muted"
        pointerEvents="none"
        zIndex="1"
      />
      <TextInput
        type="search"
        data-search=""
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        ps="9"
      />
    </Box>
  );
}
