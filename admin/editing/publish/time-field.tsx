import { Box, Text } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { SelectField, TextField } from '../../ui/field.tsx';
import { clockText, enterTime, type EnteredTime, momentsAt, offsetText, timeZoneText } from './local-time.ts';

interface TimeFieldProps {
  label: string;
  help?: ReactNode;
  error: string | undefined;
  value: EnteredTime;
  onChange: (value: EnteredTime) => void;
  onEnter?: () => void;
  /** Further props of its control. */
  input?: Pick<NonNullable<ComponentProps<typeof TextField>['input']>, 'name' | 'ref' | 'onBlur' | 'maxW'>;
}

/** A date and time in the browser's time zone. It says which moment is meant where clocks skip or repeat the time. */
export function TimeField({ label, help, error, value, onChange, onEnter, input }: TimeFieldProps) {
  const { entry, at } = value;
  const moments = momentsAt(entry);
  return (
    <Box>
      <TextField
        label={label}
        {...(help !== undefined && { help })}
        error={error}
        input={{
          ...input,
          type: 'datetime-local',
          value: entry,
          onChange: (event) => onChange(enterTime(event.currentTarget.value, value)),
          ...(onEnter && {
            // Enter would submit the editor's form.
            onKeyDown: (event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              onEnter();
            },
          }),
        }}
      />
      {at !== null && moments.length < 2 && (
        <Text role="status" textStyle="xs" color={moments.length === 0 ? 'fg.warning' : 'fg.muted'} mt="1">
          {moments.length === 0
            ? `Clocks skip this time. It means ${clockText(at)} ${offsetText(at)}.`
            : timeZoneText(at)}
        </Text>
      )}
      {at !== null && moments.length > 1 && (
        <SelectField
          label={`${label}: which of the two`}
          help="Clocks are set back on this day and show this time twice."
          options={moments.map((moment, index) => ({
            value: moment.toISOString(),
            label: `The ${index === 0 ? 'first' : 'second'}, ${offsetText(moment)}`,
          }))}
          select={{
            value: at.toISOString(),
            onChange: ({ target }) => onChange({ entry, at: new Date(target.value) }),
          }}
        />
      )}
    </Box>
  );
}
