import { IconButton } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, X } from '#icons';

type Step = 'up' | 'down' | 'remove';

interface EntryButtonsProps {
  /** The name of the entry in the labels: `Move {name} up`. */
  name: string;
  index: number;
  count: number;
  /** Absent for an entry without a position. */
  onMove?: ((step: 'up' | 'down') => void) | undefined;
  onRemove: () => void;
}

/** The buttons that move and remove an entry of a list in a form. */
export function EntryButtons({ name, index, count, onMove, onRemove }: EntryButtonsProps) {
  return (
    <>
      {onMove && (
        <>
          <StepButton step="up" label={`Move ${name} up`} isOff={index === 0} onPress={() => onMove('up')} />
          <StepButton
            step="down"
            label={`Move ${name} down`}
            isOff={index === count - 1}
            onPress={() => onMove('down')}
          />
        </>
      )}
      <StepButton step="remove" label={`Remove ${name}`} onPress={onRemove} />
    </>
  );
}

const icons = { up: ArrowUp, down: ArrowDown, remove: X };

interface StepButtonProps {
  step: Step;
  label: string;
  isOff?: boolean;
  onPress: () => void;
}

/** Keeps the focus while it has no effect, at the ends of the list. */
function StepButton({ step, label, isOff = false, onPress }: StepButtonProps) {
  const Icon = icons[step];
  return (
    <IconButton
      type="button"
      size="sm"
      variant="ghost"
      colorPalette="gray"
      flexShrink="0"
      data-step={step}
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      opacity={isOff ? 0.4 : undefined}
      onClick={isOff ? undefined : onPress}
    >
      <Icon />
    </IconButton>
  );
}
