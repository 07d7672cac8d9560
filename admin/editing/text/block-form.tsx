import { Box, Button, Flex, Image, Input, Text } from '@chakra-ui/react';
import {
  blockDefinition,
  type BlockAttribute,
  type Directive,
  readBlock,
  videoOf,
  videoPicture,
} from '@frontage/model/blocks';
import type { Bucket } from '@frontage/model/paths';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { onListKey } from '../../ui/list-option.tsx';
import { Checkbox } from '../../ui/toggle.tsx';
import { ChooseImage } from '../media/choose-image.tsx';
import { acceptedTypes } from '../media/image-file.ts';
import { useUploads } from '../media/use-upload.ts';
import { findTargets, type LinkTarget } from './link-targets.ts';
import { useLinkTargets } from './links.queries.ts';
import { TargetList } from './target-list.tsx';

interface BlockFormProps {
  directive: Directive;
  bucket: Bucket;
  /** Whether the block is inserted by the form, rather than changed while the form is open. */
  isNew: boolean;
  /** Receives the values, which are valid: the site can show the block. */
  onChange: (directive: Directive) => void;
  onClose: () => void;
  /** Called when focus moves out of the form. */
  onLeave: () => void;
}

/** The values of a block: its text in brackets and its attributes. Invalid values have a message and are not applied. */
export function BlockForm(props: BlockFormProps) {
  const { directive, bucket, isNew, onClose, onLeave } = props;
  const values = useBlockValues(props);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const find = (selector: string) => box.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid="true"]') ?? find('input, select, textarea, button'))?.focus();
  }, []);
  const definition = blockDefinition(directive.name);
  if (!definition) return null;

  const { text, attributes, label } = definition;
  return (
    <Flex
      ref={box}
      direction="column"
      role="dialog"
      aria-label={label}
      gap="3"
      p="4"
      w="min(22rem, calc(100vw - 2rem))"
      maxH="min(32rem, 80vh)"
      overflowY="auto"
      onKeyDown={(event) => onFormKey(event, { onEnter: values.finish, onEscape: onClose })}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onLeave();
      }}
    >
      <Box>
        <Text textStyle="sm" fontWeight="semibold">
          {label}
        </Text>
        <Text textStyle="xs" color="fg.muted">
          {definition.description}
        </Text>
      </Box>
      {text && (
        <TextField
          label={text.label}
          required={text.required}
          error={values.problemOf('text')}
          input={{ value: values.text, onChange: ({ target }) => values.setText(target.value) }}
        />
      )}
      {attributes.map((attribute) => (
        <AttributeField
          key={attribute.name}
          {...{ attribute, bucket }}
          value={values.attribute(attribute.name)}
          error={values.problemOf(attribute.name)}
          onChange={(value) => values.setAttribute(attribute.name, value)}
          onChoose={(image) => values.chooseImage(attribute.name, image)}
        />
      ))}
      {text === null && attributes.length === 0 && (
        <Text textStyle="sm" color="fg.muted">
          This block has no settings.
        </Text>
      )}
      <Flex gap="2" justify="flex-end">
        {isNew && (
          <Button size="sm" variant="outline" colorPalette="gray" onClick={onClose}>
            Cancel
          </Button>
        )}
        <Button size="sm" onClick={values.finish}>
          {isNew ? 'Insert' : 'Done'}
        </Button>
      </Flex>
    </Flex>
  );
}

/** The values in the form of a block. Each valid change of an existing block is applied; a new one at the end only. */
function useBlockValues({ directive, isNew, onChange, onClose }: BlockFormProps) {
  const [draft, setDraft] = useState(directive);
  const [isSent, setSent] = useState(!isNew);
  const { block, problems } = readBlock(draft);
  const change = (next: Directive) => {
    setDraft(next);
    if (!isNew && readBlock(next).block) onChange(next);
  };
  const setAttribute = (name: string, value: string, more: Readonly<Record<string, string>> = {}) => {
    const { [name]: _, ...others } = draft.attributes;
    change({ ...draft, attributes: value === '' ? others : { ...others, [name]: value, ...more } });
  };
  return {
    text: draft.text ?? '',
    attribute: (name: string) => draft.attributes[name] ?? '',
    problemOf: (field: string) =>
      isSent || draft.attributes[field] !== directive.attributes[field]
        ? problems.find((problem) => problem.field === field)?.message
        : undefined,
    setText: (text: string) => change({ ...draft, text: text === '' ? null : text }),
    setAttribute,
    /** Sets an image of the library, with its alt text if the block has a place for one and no alt text yet. */
    chooseImage: (name: string, { url, alt }: LibraryImage) => {
      const hasAlt = blockDefinition(directive.name)?.attributes.some((one) => one.name === 'alt');
      setAttribute(name, url, hasAlt && !draft.attributes['alt'] && alt !== null ? { alt } : {});
    },
    finish: () => {
      setSent(true);
      if (!block) return;
      if (isNew) onChange(draft);
      onClose();
    },
  };
}

function onFormKey(event: KeyboardEvent<HTMLElement>, run: { onEnter: () => void; onEscape: () => void }): void {
  // Events of the media library also arrive here.
  if (event.target instanceof Element && event.target.closest('dialog')) return;
  if (event.key === 'Escape') run.onEscape();
  else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) run.onEnter();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

interface LibraryImage {
  url: string;
  alt: string | null;
}

interface AttributeFieldProps {
  attribute: BlockAttribute;
  bucket: Bucket;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onChoose: (image: LibraryImage) => void;
}

/** The control for an attribute, by its kind. */
function AttributeField({ attribute, bucket, value, error, onChange, onChoose }: AttributeFieldProps) {
  const { label, kind, required, choices = {}, default: preset = '' } = attribute;
  const field = { label, required, error };
  const input = { value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) };
  if (kind === 'choice') {
    const options = Object.entries(choices).map(([choice, shown]) => ({ value: choice, label: shown }));
    return <SelectField {...field} options={options} select={{ ...input, value: value || preset }} />;
  }
  if (kind === 'boolean') {
    return (
      <Checkbox
        label={label}
        checked={value === 'true'}
        onChange={({ target }) => onChange(target.checked ? 'true' : '')}
      />
    );
  }
  if (kind === 'demo') return <DemoField {...{ field, input }} />;
  if (kind === 'url') return <LinkAttribute {...{ field, input, onChange }} />;
  if (kind === 'image') return <ImageAttribute {...{ field, input, bucket, onChange, onChoose }} />;
  if (kind === 'video') return <VideoField {...{ field, input }} />;
  const hints = { number: preset, text: '' };
  return (
    <TextField
      {...field}
      input={{ ...input, placeholder: hints[kind], inputMode: kind === 'number' ? 'numeric' : 'text' }}
    />
  );
}

interface ControlProps {
  field: { label: string; required: true | undefined; error: string | undefined };
  input: { value: string; onChange: (event: { target: { value: string } }) => void };
}

/** The address of a video, with the provider's image of it if that has a known address. */
function VideoField({ field, input }: ControlProps) {
  const video = videoOf(input.value);
  const image = video && videoPicture(video);
  return (
    <>
      <TextField {...field} input={{ ...input, placeholder: 'https://www.youtube.com/watch?v=…', inputMode: 'url' }} />
      {image && <Image src={image} alt="Image of the video" referrerPolicy="no-referrer" maxW="12rem" rounded="l2" />}
    </>
  );
}

/** A choice of the published demos. */
function DemoField({ field, input }: ControlProps) {
  const demos = useDocuments('demo').data ?? [];
  const options = demos
    .filter(({ document }) => document.is_published || document.id === input.value)
    .map(({ document: { id, heading } }) => ({ value: id, label: heading }));
  return <SelectField {...field} options={[{ value: '', label: 'Choose a demo' }, ...options]} select={input} />;
}

/** The address of a link, typed or chosen from the pages, demos and parts of the homepage. */
function LinkAttribute({ field, input, onChange }: ControlProps & Pick<AttributeFieldProps, 'onChange'>) {
  const id = useId();
  const [words, setWords] = useState<string | null>(null);
  const [index, setIndex] = useState(0);
  const { targets } = useLinkTargets();
  const found = words === null ? [] : findTargets(targets ?? [], words, 6);
  const choose = (target: LinkTarget | undefined) => {
    if (!target) return;
    onChange(target.path);
    setWords(null);
  };
  return (
    <Flex direction="column" gap="1.5">
      <TextField {...field} input={{ ...input, placeholder: '/path or https://…' }} />
      <Button
        size="xs"
        variant="outline"
        colorPalette="gray"
        alignSelf="flex-start"
        aria-expanded={words !== null}
        onClick={() => {
          setWords(words === null ? '' : null);
          setIndex(0);
        }}
      >
        Choose a page
      </Button>
      {words !== null && (
        <>
          <Input
            // Opened by the user to type.
            autoFocus
            size="sm"
            role="combobox"
            aria-label="Page title"
            aria-expanded={found.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={found[index] ? `${id}-${index}` : undefined}
            placeholder="Search pages"
            value={words}
            onChange={({ target }) => {
              setWords(target.value);
              setIndex(0);
            }}
            onKeyDown={onListKey({
              count: found.length,
              index,
              onMove: setIndex,
              onEnter: () => choose(found[index]),
              onEscape: () => setWords(null),
            })}
          />
          <TargetList {...{ id, found, index }} onChoose={choose} />
        </>
      )}
    </Flex>
  );
}

/** The address of an image, typed or uploaded. */
function ImageAttribute({
  field,
  input,
  bucket,
  onChange,
  onChoose,
}: ControlProps & Pick<AttributeFieldProps, 'bucket' | 'onChange' | 'onChoose'>) {
  const picker = useRef<HTMLInputElement>(null);
  const { uploads, start, retry, cancel, takeKnown } = useUploads(bucket, {
    onDone: (url) => onChange(url),
    onProblem: () => {},
    onFailed: () => {},
  });
  const upload = uploads.at(-1);
  const isRunning = upload?.state === 'running';
  const isKnown = upload?.state === 'known';
  const error = isKnown ? field.error : (upload?.message ?? field.error);
  return (
    <Flex direction="column" gap="1.5">
      <TextField {...field} error={error} input={{ ...input, placeholder: 'https://…' }} />
      <Flex gap="3" align="center">
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          onClick={() => (isRunning ? cancel(upload) : picker.current?.click())}
        >
          {isRunning ? 'Cancel upload' : 'Upload an image'}
        </Button>
        <ChooseImage size="xs" label="From library" {...{ bucket, onChoose }} />
        <Text role="status" textStyle="xs" color="fg.muted">
          {isRunning && `Uploading… ${Math.round(upload.progress * 100)} %`}
        </Text>
      </Flex>
      {isKnown && (
        <Flex role="status" gap="3" align="center" wrap="wrap" textStyle="xs">
          {upload.message}
          <Button size="xs" onClick={() => takeKnown(upload)}>
            Use it
          </Button>
          <Button size="xs" variant="outline" colorPalette="gray" onClick={() => retry(upload)}>
            Upload again
          </Button>
        </Flex>
      )}
      <input
        ref={picker}
        type="file"
        accept={acceptedTypes(bucket)}
        hidden
        aria-label={`File for ${field.label}`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          for (const old of uploads) cancel(old);
          if (file) start(file);
          target.value = '';
        }}
      />
    </Flex>
  );
}
