import { IconButton } from '@chakra-ui/react';
import { Monitor, Moon, Sun } from '#icons';
import { useColorMode, type ColorMode } from '../../ui/color-mode.ts';

const modes = {
  system: { icon: Monitor, label: 'Colours: as the system', next: 'light' },
  light: { icon: Sun, label: 'Colours: light', next: 'dark' },
  dark: { icon: Moon, label: 'Colours: dark', next: 'system' },
} as const satisfies Record<ColorMode, object>;

/** Steps through system, light and dark colours. */
export function ColorModeSwitch() {
  const { mode, setMode } = useColorMode();
  const { icon: Icon, label, next } = modes[mode];
  return (
    <IconButton
      aria-label={label}
      title={label}
      size="sm"
      variant="ghost"
      color="ink.100"
      focusRingColor="brass.400"
      _hover={{ bg: 'rgb(255 255 255 / 0.1)' }}
      onClick={() => setMode(next)}
    >
      <Icon />
    </IconButton>
  );
}
