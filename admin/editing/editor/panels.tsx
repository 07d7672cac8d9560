import { Box, chakra, Heading } from '@chakra-ui/react';
import {
  createContext,
  memo,
  type ReactNode,
  startTransition,
  useContext,
  useDeferredValue,
  useEffect,
  useId,
  useState,
} from 'react';
import { type FieldValues, type Path, type UseFormReturn, useFormState } from 'react-hook-form';
import { tabIds, TabList } from '../../ui/tabs.tsx';
import { useMedia } from '../../ui/browser.ts';

/** A group of fields under one heading. */
export interface EditorPanel<Input extends FieldValues> {
  key: string;
  title: string;
  /** The label of its tab; the title if absent. */
  tab?: string;
  /** The names of its fields, to count their errors. */
  fields: readonly Path<Input>[];
  content: ReactNode;
}

interface EditorPanelsProps<Input extends FieldValues, Fields> {
  form: UseFormReturn<Input, unknown, Fields>;
  /** The main text, which takes the remaining height. */
  main: EditorPanel<Input>;
  /** Shown beside it on a wide screen, as tabs on a narrow one. */
  side: readonly EditorPanel<Input>[];
  /** Whether another pane is shown beside the form, so that a wide screen has no space for columns. */
  isBeside: boolean;
  /** The field that was requested last. */
  wanted: RequestedPanel | null;
}

/** A field to focus; a new object focuses it again. */
export interface RequestedPanel {
  field: string;
  /** A part of a text at which the caret is placed. */
  find?: string | undefined;
}

// Positioned, so that visually hidden elements in a column scroll with it instead of lengthening the page.
const scrolling = { position: 'relative', overflowY: { lg: 'auto' }, minH: '0' } as const;

const RevealPanel = createContext<() => void>(() => {});

/** Returns a function that shows the panel around the component, which may be a hidden tab. */
export const useRevealPanel = (): (() => void) => useContext(RevealPanel);

/**
 * The fields of an editor: text and side panel beside each other, or one column with tabs. They take long to render, so
 * that changes of the bar and of the notices leave them as they are.
 */
export const EditorPanels = memo(Panels) as typeof Panels;

function Panels<Input extends FieldValues, Fields>(props: EditorPanelsProps<Input, Fields>) {
  const { form, main, side, isBeside, wanted } = props;
  const id = useId();
  const isWide = useMedia('(min-width: 64em)') && !isBeside;
  const [current, setCurrent] = useState(main.key);
  const panels = [main, ...side];
  const { errors, submitCount } = useFormState({ control: form.control });
  const wrongIn = ({ fields }: EditorPanel<Input>) => fields.filter((field) => field in errors);

  const [answered, setAnswered] = useState(submitCount);
  const [toFocus, setToFocus] = useState<Path<Input> | null>(null);
  const [reached, setReached] = useState<RequestedPanel | null>(null);
  if (reached !== wanted) {
    setReached(wanted);
    const holder = panels.find(({ fields }) => fields.some((field) => field === wanted?.field));
    if (holder) setCurrent(holder.key);
    setToFocus(holder?.fields.find((field) => field === wanted?.field) ?? null);
  }
  if (answered !== submitCount) {
    setAnswered(submitCount);
    const wrong = panels.find((panel) => wrongIn(panel).length > 0);
    if (wrong) setCurrent(wrong.key);
    setToFocus((wrong && wrongIn(wrong)[0]) ?? null);
  }
  // A field in a hidden tab can be focused only after the tab is shown.
  useEffect(() => {
    if (toFocus !== null) form.setFocus(toFocus);
  }, [form, toFocus, answered, reached]);

  const draw = (panel: EditorPanel<Input>, isMain: boolean) => {
    const { key, title, content } = panel;
    const ids = tabIds(id, key);
    const as = isWide ? { 'aria-label': title } : { role: 'tabpanel', id: ids.panel, 'aria-labelledby': ids.tab };
    return (
      <Box
        key={key}
        as="section"
        {...as}
        display={isWide || key === current ? 'flex' : 'none'}
        flexDirection="column"
        gap={isMain ? { base: '3', lg: '5' } : '4'}
        px={{ base: '4', md: '8', lg: isMain ? '8' : '6' }}
        py={{ base: isMain ? '3' : '4', lg: '6' }}
        minH={isMain ? { lg: 'min-content' } : undefined}
        height={isMain ? { lg: 'full' } : undefined}
        borderTopWidth={isMain ? '0' : { lg: '1px' }}
        _first={{ borderTopWidth: '0' }}
      >
        {/* On a narrow screen the tab is the visible title. */}
        <Heading as="h2" size="md" fontWeight="semibold" srOnly={isMain && !isWide}>
          {title}
        </Heading>
        <RevealPanel value={() => setCurrent(key)}>{content}</RevealPanel>
      </Box>
    );
  };

  const tabs = panels.map((panel) => {
    const count = wrongIn(panel).length;
    const mark = count === 0 ? undefined : count === 1 ? '1 field to correct' : `${count} fields to correct`;
    return { key: panel.key, label: panel.tab ?? panel.title, mark, tone: 'bad' as const };
  });
  return (
    <Box
      flex="1"
      minH="0"
      display={isWide ? 'grid' : 'flex'}
      flexDirection="column"
      gridTemplateColumns={{ lg: 'minmax(0, 1fr) 21rem', '2xl': 'minmax(0, 1fr) 26rem' }}
    >
      {!isWide && (
        <Box px={{ md: '4' }} bg="bg">
          <TabList id={id} label="Parts of the form" tabs={tabs} current={current} onChange={setCurrent} />
        </Box>
      )}
      <Box {...scrolling} data-scrolled="text" flex={current === main.key ? '1' : undefined}>
        {draw(main, true)}
      </Box>
      <Box
        {...scrolling}
        data-scrolled="side"
        {...(isWide ? { borderStartWidth: '1px', bg: 'bg.subtle' } : { flex: current === main.key ? undefined : '1' })}
      >
        <Later isShown={current !== main.key}>{side.map((panel) => draw(panel, false))}</Later>
      </Box>
    </Box>
  );
}

/**
 * Renders its children after the rest of the screen, at once with `isShown`: adding a large form to the page would be one
 * long task, which delays the first input.
 */
export function Later({ isShown = false, children }: { isShown?: boolean; children: ReactNode }) {
  const [isReady, setReady] = useState(isShown);
  useEffect(() => startTransition(() => setReady(true)), []);
  return (isReady || isShown) && children;
}

/**
 * Renders a form with the data of queries in parts, between which the browser responds. The queries belong to the parent:
 * if data arrives during a deferred rendering of the component that reads it, React repeats the rendering in one task.
 */
export function Deferred<Value>({ value, children }: { value: Value; children: (value: Value) => ReactNode }) {
  return children(useDeferredValue(value));
}

interface EditorFormProps {
  title: string;
  onSave: () => Promise<unknown>;
  /** Whether nothing was entered into a new document: leaving a field then reports no error. */
  isUntouched?: boolean;
  children: ReactNode;
}

/** The form of an editor; fills the height. */
export function EditorForm({ title, onSave, isUntouched = false, children }: EditorFormProps) {
  return (
    <chakra.form
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void onSave();
      }}
      onBlurCapture={(event) => {
        if (isUntouched && event.target.matches('input, select, textarea')) event.stopPropagation();
      }}
      display="flex"
      flexDirection="column"
      flex="1"
      minH="0"
    >
      {children}
    </chakra.form>
  );
}

/** The container of notices between the bar and the fields. */
export function Banners({ children }: { children: ReactNode }) {
  return (
    <Box px={{ base: '4', md: '8' }} css={{ '&:not(:empty)': { paddingTop: '{spacing.4}' } }}>
      {children}
    </Box>
  );
}
