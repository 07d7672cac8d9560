import { IconButton } from '@chakra-ui/react';
import { Monitor, Moon, Sun } from '#icons';
import { useColorMode, type ColorMode } from '../../ui/color-mode.ts';

const modes = {
  system: { icon: Monitor, label: 'Theme: system', next: 'light' },
  light: { icon: Sun, label: 'Theme: light', next: 'dark' },
  dark: { icon: Moon, label: 'Theme: dark', next: 'system' },
} as const satisfies Record<ColorMode, object>;

/** Cycles through system, light and dark theme. */
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
