import { chakra, Flex, Text } from '@chakra-ui/react';
import { useId, type ComponentProps, type ReactNode } from 'react';

const Track = chakra('input', {
  base: {
    appearance: 'none',
    flexShrink: '0',
    position: 'relative',
    width: '2.5rem',
    height: '1.5rem',
    borderRadius: 'full',
    bg: 'border.control',
    cursor: 'pointer',
    transition: 'background-color 0.15s',
    focusVisibleRing: 'outside',
    _before: {
      content: '""',
      position: 'absolute',
      top: '3px',
      insetInlineStart: '3px',
      boxSize: '1.125rem',
      borderRadius: 'full',
      bg: 'bg.panel',
      transition: 'translate 0.15s',
    },
    _checked: { bg: 'colorPalette.solid', _before: { translate: '1rem 0' } },
    _disabled: { opacity: 0.5, cursor: 'not-allowed' },
  },
});

const Tick = chakra('input', {
  base: {
    flexShrink: '0',
    boxSize: '1.125rem',
    mt: '0.5',
    accentColor: 'colorPalette.solid',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    _disabled: { cursor: 'not-allowed' },
  },
});

interface ToggleProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'size' | 'color' | 'width' | 'height'> {
  label: string;
  help?: ReactNode;
}

/** An on/off switch that applies at once or with the form. A native checkbox: spread `register('name')` into it. */
export function Switch({ label, help, ...input }: ToggleProps) {
  const id = useId();
  return (
    <Flex gap="3" align="flex-start">
      <Track {...input} id={id} type="checkbox" role="switch" aria-describedby={help ? `${id}-help` : undefined} />
      <Label id={id} label={label} help={help} />
    </Flex>
  );
}

/** One of several options. A native checkbox: spread `register('name')` into it. */
export function Checkbox({ label, help, ...input }: ToggleProps) {
  const id = useId();
  return (
    <Flex gap="3" align="flex-start">
      <Tick {...input} id={id} type="checkbox" aria-describedby={help ? `${id}-help` : undefined} />
      <Label id={id} label={label} help={help} />
    </Flex>
  );
}

function Label({ id, label, help }: { id: string; label: string; help: ReactNode }) {
  return (
    <div>
      <chakra.label htmlFor={id} textStyle="sm" fontWeight="medium" cursor="pointer">
        {label}
      </chakra.label>
      {help && (
        <Text id={`${id}-help`} textStyle="sm" color="fg.muted">
          {help}
        </Text>
      )}
    </div>
  );
}
