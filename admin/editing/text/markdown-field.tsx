import { Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { memo, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { lazyInline } from '../../ui/lazy.tsx';
import { useRequestedField } from '../editor/beside-preview.tsx';
import { type ControlSetup, useControl, type WidgetProps } from '../editor/form-fields.tsx';
import { textLinesIn } from '../editor/text-lines.ts';
import { type TextEditorProps, type TextField, useTextImages } from './text-editor.tsx';
import { TextHistory } from './text-history.ts';

type TextMode = 'visual' | 'markdown';

const entry = 'frontage.text-editor';

/** The editor of Markdown fields, remembered in this browser: the visual one unless the user chose the source. */
function useTextMode() {
  const [mode, setMode] = useState<TextMode>(() =>
    localStorage.getItem(entry) === 'markdown' ? 'markdown' : 'visual',
  );
  const [isSwitched, setSwitched] = useState(false);
  const choose = useCallback((next: TextMode) => {
    setMode(next);
    setSwitched(true);
    localStorage.setItem(entry, next);
  }, []);
  return { mode, isSwitched, choose };
}

// The text editors are most of an editor's size: other fields are usable before they load. They render with their own
// state only, not when the form shows that a draft was stored.
const MarkdownEditor = lazyInline('The text editor', async () => {
  const { MarkdownEditor: Editor } = await import('./markdown-editor.tsx');
  return { default: memo(Editor) };
});

const WritingEditor = lazyInline('The text editor', async () => {
  const { WritingEditor: Editor } = await import('./writing-editor.tsx');
  return { default: memo(Editor) };
});

type Options = Pick<TextEditorProps, 'placeholder'> & Parameters<typeof useTextImages>[0];

/**
 * A Markdown text that loads its editor on demand: a visual one, or the source if the user chose so. Typing renders
 * neither the editor nor another field.
 */
export function MarkdownWidget<Input extends FieldValues, Fields>({
  edit,
  name,
  label,
  placeholder,
  bucket,
  notices,
}: WidgetProps<Input, Fields> & Options) {
  const { form } = edit.editor;
  const [field] = useState(() => new ConnectedField(name, form.getValues(name)));
  const images = useTextImages({ bucket, notices });
  const [history] = useState(() => new TextHistory());
  const onArrival = useDeferredFocus(field.register);
  const onReady = useRequestedPlace(field, onArrival);
  const { mode, isSwitched, choose } = useTextMode();
  const Editor = mode === 'visual' ? WritingEditor : MarkdownEditor;
  const modeSwitch = useMemo(
    () => <ModeSwitch to={mode === 'visual' ? 'markdown' : 'visual'} hasFocus={isSwitched} onChoose={choose} />,
    [mode, isSwitched, choose],
  );
  return (
    <>
      <FieldConnection control={form.control} name={name} field={field} />
      <Suspense
        fallback={
          <Flex direction="column" flex="1" minH={{ base: '60dvh', lg: '18rem' }} aria-busy="true">
            <Text textStyle="sm" fontWeight="medium" mb="1.5">
              {label}
            </Text>
            <Skeleton flex="1" rounded="l2" />
          </Flex>
        }
      >
        <Editor
          {...{ label, field, images, history, placeholder, bucket, modeSwitch }}
          kind={edit.kind}
          onReady={onReady}
          isReadOnly={!edit.canEdit}
        />
      </Suspense>
    </>
  );
}

/** Places the caret at the part of the text that the link to this screen names, once the editor has loaded. */
function useRequestedPlace({ name, value }: TextField, onArrival: (control: Focusable) => void) {
  const requested = useRequestedField();
  const find = requested?.field === name ? requested.find : undefined;
  const isPlaced = useRef(false);
  return useCallback(
    (control: Focusable) => {
      onArrival(control);
      if (control === null || find === undefined || isPlaced.current) return;
      isPlaced.current = true;
      putCaretAt(value(), find);
    },
    [find, onArrival, value],
  );
}

function putCaretAt(text: string, find: string): void {
  const offset = text.indexOf(find);
  if (offset === -1) return;
  const form = document.activeElement?.closest('form');
  if (form) textLinesIn(form)?.putCaret(text.slice(0, offset).split('\n').length - 1);
}

interface ModeSwitchProps {
  to: TextMode;
  /** Whether it takes the focus, because it replaces a pressed switch. */
  hasFocus: boolean;
  onChoose: (mode: TextMode) => void;
}

/** Opens the text in the other editor. */
function ModeSwitch({ to, hasFocus, onChoose }: ModeSwitchProps) {
  return (
    <Button
      size="xs"
      variant="outline"
      colorPalette="gray"
      autoFocus={hasFocus}
      title={to === 'markdown' ? 'Edit the Markdown source' : 'Edit the text as visitors see it'}
      onClick={() => onChoose(to)}
    >
      {to === 'markdown' ? 'Markdown' : 'Visual'}
    </Button>
  );
}

type Control = ReturnType<typeof useControl>;

/** A field of a form, whose current state is set by `FieldConnection`. */
class ConnectedField implements TextField {
  readonly name: string;
  readonly #listeners = new Set<() => void>();
  #value: string;
  #control: Control | null = null;

  constructor(name: string, value: unknown) {
    this.name = name;
    this.#value = typeof value === 'string' ? value : '';
  }

  readonly value = () => this.#value;
  readonly error = () => this.#control?.error;
  readonly onChange = (value: string) => this.#control?.onChange(value);
  readonly onBlur = () => this.#control?.onBlur();
  readonly register = (focusable: Focusable) => this.#control?.onReady(focusable);
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  connect(control: Control): void {
    const isSame = this.#value === control.value && this.#control?.error === control.error;
    this.#control = control;
    this.#value = control.value;
    if (!isSame) for (const listener of [...this.#listeners]) listener();
  }
}

interface FieldConnectionProps<Input extends FieldValues, Fields> extends ControlSetup<Input, Fields> {
  field: ConnectedField;
}

/** Keeps a field up to date. The form renders this component with every key, and nothing else. */
function FieldConnection<Input extends FieldValues, Fields>({ field, ...setup }: FieldConnectionProps<Input, Fields>) {
  const control = useControl(setup);
  useLayoutEffect(() => field.connect(control));
  return null;
}

type Focusable = { focus(): void } | null;

/**
 * Registers a control before it has loaded. Focus requested in the meantime moves to the control on arrival, unless the
 * user has moved focus elsewhere.
 */
function useDeferredFocus(register: (control: Focusable) => void) {
  /** The focused element at the time of the request. */
  const wanted = useRef<Element | null>(null);
  const onArrival = useCallback(
    (control: Focusable) => {
      register(control ?? { focus: () => void (wanted.current = document.activeElement) });
      if (control === null) return;
      if (wanted.current && wanted.current === document.activeElement) control.focus();
      wanted.current = null;
    },
    [register],
  );
  useEffect(() => onArrival(null), [onArrival]);
  return onArrival;
}
