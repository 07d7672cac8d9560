import { Box, Button, chakra, Flex, Image, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { center, type Focal, type Media, mediaForm, type MediaFields } from '@frontage/model/media';
import { limits } from '@frontage/model/limits';
import { imageAccess } from '@frontage/model/permissions';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Copy, ImageUp, Trash2 } from '#icons';
import { useViewer } from '../../lib/session.tsx';
import { NameList, useConfirm } from '../../ui/confirm.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { TextLink, useCopy } from '../../ui/links.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { Checkbox } from '../../ui/toggle.tsx';
import { formatBytes } from './image-file.ts';
import { useAuthorNames } from '../../lib/documents/author-names.queries.ts';
import { UploadList, useLibraryUploads } from './media-uploads.tsx';
import { bucketNames, mediaName, type MediaUse, previewAddress, useMediaChanges } from './media.queries.ts';

interface MediaDetailsProps {
  media: Media;
  /** Null while they are unknown. */
  uses: readonly MediaUse[] | null;
  /** Called after the image was moved to the trash. */
  onDeleted: () => void;
}

/** The details of an image: preview with focal point, title, alt text, facts and uses. */
export function MediaDetails({ media, uses, onDeleted }: MediaDetailsProps) {
  const access = imageAccess(useViewer(), media);
  const canEdit = access === 'yes';
  const { describe } = useMediaChanges();
  const notify = useNotify();
  const { title, alt, is_decorative, focal } = media;
  const [form, setForm] = useState<MediaFields>({ title, alt, is_decorative, focal });
  const { isRunning: isSaving, perform } = useAction();
  const parsed = mediaForm.safeParse(form);
  const errorOf = (field: string) => parsed.error?.issues.find(({ path }) => path[0] === field)?.message;
  const isChanged = JSON.stringify(form) !== JSON.stringify({ title, alt, is_decorative, focal });
  const set = (change: Partial<MediaFields>) => setForm((before) => ({ ...before, ...change }));
  const save = async () => {
    if (!parsed.success) return;
    await perform({ title: "Couldn't save the image" }, async () => {
      const saved = await describe(media, parsed.data);
      setForm(parsed.data);
      notify.success({ title: 'Image saved', about: mediaName(saved) });
    });
  };

  return (
    <Flex direction="column" gap="4">
      <FocalPreview media={media} focal={form.focal} isReadOnly={!canEdit} onChange={(next) => set({ focal: next })} />
      <TextField
        label="Title"
        help="For the library; visitors do not see it."
        error={errorOf('title')}
        readOnly={!canEdit}
        input={{
          value: form.title ?? '',
          placeholder: media.name,
          onChange: ({ target }) => set({ title: target.value === '' ? null : target.value }),
        }}
      />
      <TextAreaField
        label="Alt text"
        help={
          form.is_decorative
            ? 'Screen readers skip a decorative image.'
            : 'Describes the image to people who cannot see it. Used wherever an image has no other alt text.'
        }
        error={errorOf('alt')}
        readOnly={!canEdit || form.is_decorative}
        counter={{ length: form.alt?.length ?? 0, max: limits.mediaAlt }}
        input={{
          value: form.alt ?? '',
          onChange: ({ target }) => set({ alt: target.value === '' ? null : target.value }),
        }}
      />
      <Checkbox
        label="Decorative"
        checked={form.is_decorative}
        disabled={!canEdit}
        onChange={({ target }) => set({ is_decorative: target.checked, ...(target.checked && { alt: null }) })}
      />
      {canEdit && (
        <Button
          alignSelf="flex-start"
          disabled={!isChanged || !parsed.success}
          loading={isSaving}
          onClick={() => void save()}
        >
          Save
        </Button>
      )}
      {access === 'shown' && (
        <Text textStyle="sm" color="fg.muted">
          This image was published, or is part of a review. Ask an editor to change, replace or delete it.
        </Text>
      )}
      <Facts media={media} />
      {canEdit && <ReplaceFile media={media} uses={uses} />}
      <Uses uses={uses} />
      {canEdit && <DeleteMedia {...{ media, uses, onDeleted }} />}
    </Flex>
  );
}

interface FocalPreviewProps {
  media: Media;
  focal: Focal;
  isReadOnly: boolean;
  onChange: (focal: Focal) => void;
}

const keySteps: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
};
const within = (part: number): number => Math.round(Math.min(1, Math.max(0, part)) * 100) / 100;

/** The image with its focal point, set by a click or with the arrow keys. */
function FocalPreview({ media, focal, isReadOnly, onChange }: FocalPreviewProps) {
  const place = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    onChange({ x: within((clientX - box.left) / box.width), y: within((clientY - box.top) / box.height) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (!step) return;
    event.preventDefault();
    onChange({ x: within(focal.x + step[0]), y: within(focal.y + step[1]) });
  };
  const percent = `${Math.round(focal.x * 100)} % from the left, ${Math.round(focal.y * 100)} % from the top`;
  const image = (
    <Image
      src={previewAddress(media)}
      alt={media.alt ?? `Preview of ${mediaName(media)}`}
      maxH="20rem"
      maxW="full"
      display="block"
      rounded="l2"
      draggable={false}
    />
  );
  const ground = { bg: 'bg.muted', rounded: 'l2', display: 'flex', justifyContent: 'center' } as const;
  if (isReadOnly) return <Box {...ground}>{image}</Box>;
  return (
    <Box>
      <Box {...ground}>
        <chakra.div
          role="slider"
          tabIndex={0}
          aria-label="Focal point"
          aria-valuenow={Math.round(focal.x * 100)}
          aria-valuetext={percent}
          position="relative"
          cursor="crosshair"
          onPointerDown={place}
          onKeyDown={onKeyDown}
        >
          {image}
          <Box
            position="absolute"
            insetInlineStart={`${focal.x * 100}%`}
            top={`${focal.y * 100}%`}
            boxSize="6"
            m="-3"
            rounded="full"
            borderWidth="2px"
            borderColor="white"
            boxShadow="0 0 0 2px rgb(0 0 0 / 0.6), inset 0 0 0 2px rgb(0 0 0 / 0.6)"
            pointerEvents="none"
          />
        </chakra.div>
      </Box>
      <Flex justify="space-between" align="center" gap="3" mt="1.5" minH="8">
        <Text textStyle="xs" color="fg.muted">
          {`Focal point: ${percent}. It stays visible where the image is cropped; click the image or use the arrow keys.`}
        </Text>
        {(focal.x !== center.x || focal.y !== center.y) && (
          <Button size="xs" variant="outline" colorPalette="gray" flexShrink="0" onClick={() => onChange(center)}>
            Center
          </Button>
        )}
      </Flex>
    </Box>
  );
}

function Facts({ media }: { media: Media }) {
  const { name, type, bytes, width, height, bucket, created_at, created_by, url } = media;
  const { isCopied, copy } = useCopy();
  const names = useAuthorNames();
  const uploader = created_by === null ? 'Unknown' : (names.get(created_by) ?? 'Another user');
  const facts = [
    ['File', name],
    ['Type', type.replace('image/', '').replace('+xml', '').toUpperCase()],
    ['Size', `${width !== null && height !== null ? `${width} × ${height} px, ` : ''}${formatBytes(bytes)}`],
    ['Place', bucketNames[bucket]],
    ['Uploaded', new Date(created_at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })],
    ['Uploaded by', uploader],
  ] as const;
  return (
    <Box>
      <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="4" rowGap="1" textStyle="sm">
        {facts.map(([label, value]) => (
          <chakra.div key={label} display="contents">
            <chakra.dt color="fg.muted">{label}</chakra.dt>
            <chakra.dd overflowWrap="anywhere">{value}</chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      <Button size="sm" variant="outline" colorPalette="gray" mt="3" onClick={() => void copy(url)}>
        <Copy /> {isCopied ? 'Copied' : 'Copy address'}
      </Button>
    </Box>
  );
}

function Uses({ uses }: { uses: readonly MediaUse[] | null }) {
  return (
    <Box>
      <Text as="h3" textStyle="sm" fontWeight="semibold" mb="1">
        Used in
      </Text>
      {uses === null && (
        <Text textStyle="sm" color="fg.muted">
          It is not known yet where this image is used.
        </Text>
      )}
      {uses?.length === 0 && (
        <Text textStyle="sm" color="fg.muted">
          This image is not used.
        </Text>
      )}
      {uses && uses.length > 0 && (
        <Flex as="ul" direction="column" gap="1" listStyleType="none">
          {uses.map(({ title, to, isDraft }) => (
            <Box as="li" key={`${to} ${String(isDraft)}`} textStyle="sm">
              <TextLink to={to}>{title}</TextLink>
              {isDraft && ' (draft)'}
            </Box>
          ))}
        </Flex>
      )}
    </Box>
  );
}

/** Uploads a file that replaces that of the image everywhere, after a look at both. */
function ReplaceFile({ media, uses }: Pick<MediaDetailsProps, 'media' | 'uses'>) {
  const { replace } = useMediaChanges();
  const notify = useNotify();
  const picker = useRef<HTMLInputElement>(null);
  const { isRunning, perform } = useAction();
  const about = mediaName(media);
  const run = (current: Pick<Media, 'id' | 'md5' | 'url'>, by: string, isUndo: boolean) =>
    perform({ title: "Couldn't replace the file", about }, async () => {
      const next = await replace(current, by);
      if (isUndo) return notify.success({ title: 'The earlier file is back', about });
      notify.success(
        { title: 'File replaced', description: 'Every page that shows it is published again.', about },
        next ? { label: 'Undo', documents: [`media/${media.id}`], run: () => run(next, by, true) } : undefined,
      );
    });
  const [chosen, setChosen] = useState<{ file: File; address: string } | null>(null);
  const close = () => {
    if (chosen) URL.revokeObjectURL(chosen.address);
    setChosen(null);
  };
  const uploads = useLibraryUploads((by) => void run(media, by, false), { bucket: media.bucket });
  const isBusy = isRunning || uploads.uploads.some(({ state }) => state === 'running');
  return (
    <Box>
      <Button variant="outline" size="sm" colorPalette="gray" loading={isBusy} onClick={() => picker.current?.click()}>
        <ImageUp /> Replace file
      </Button>
      <Text textStyle="xs" color="fg.muted" mt="1">
        The address stays: every page and draft shows the new file. Title, alt text and focal point stay too.
      </Text>
      <chakra.input
        ref={picker}
        type="file"
        accept="image/*"
        srOnly
        tabIndex={-1}
        aria-label="New file"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) setChosen({ file, address: URL.createObjectURL(file) });
          target.value = '';
        }}
      />
      {chosen && (
        <ReplaceDialog
          {...{ media, uses, ...chosen }}
          onClose={close}
          onReplace={() => {
            close();
            uploads.add([chosen.file]);
          }}
        />
      )}
      <UploadList uploads={uploads} />
    </Box>
  );
}

interface ReplaceDialogProps extends Pick<MediaDetailsProps, 'media' | 'uses'> {
  file: File;
  /** The object URL of the file. */
  address: string;
  onClose: () => void;
  onReplace: () => void;
}

/** Both files side by side, with the pages that show the image. */
function ReplaceDialog({ media, uses, file, address, onClose, onReplace }: ReplaceDialogProps) {
  const about = mediaName(media);
  const pictures = [
    ['Before', previewAddress(media), media.bytes],
    ['After', address, file.size],
  ] as const;
  return (
    <Modal
      isOpen
      role="alertdialog"
      onClose={onClose}
      title={`Replace “${about}” everywhere?`}
      description={usesText(uses)}
      safe={{ label: 'Cancel', onPress: onClose }}
      footer={<Button onClick={onReplace}>Replace file</Button>}
    >
      <Flex gap="4" wrap="wrap">
        {pictures.map(([label, src, bytes]) => (
          <Box key={label} as="figure" flex="1 1 10rem" minW="0">
            <Text as="figcaption" textStyle="sm" fontWeight="semibold" mb="1">
              {`${label}, ${formatBytes(bytes)}`}
            </Text>
            <Box bg="bg.muted" rounded="l2" display="flex" justifyContent="center">
              <Image
                src={src}
                alt={`${label}: ${label === 'Before' ? about : file.name}`}
                maxH="16rem"
                maxW="full"
                rounded="l2"
              />
            </Box>
          </Box>
        ))}
      </Flex>
      {uses && uses.length > 0 && (
        <NameList names={uses.map(({ title, isDraft }) => (isDraft ? `${title} (draft)` : title))} />
      )}
    </Modal>
  );
}

/** How many pages and drafts change. */
function usesText(uses: readonly MediaUse[] | null): string {
  if (uses === null) return 'It is not known which pages show this image: the publishing pipeline does not respond.';
  const drafts = uses.filter(({ isDraft }) => isDraft).length;
  const published = uses.length - drafts;
  const counts = [
    ...(published > 0 ? [counted(published, 'page')] : []),
    ...(drafts > 0 ? [counted(drafts, 'draft')] : []),
  ].join(' and ');
  return counts === '' ? 'This image is not used.' : `${counts} will show the new file.`;
}

function DeleteMedia({ media, uses, onDeleted }: MediaDetailsProps) {
  const { remove, restore } = useMediaChanges();
  const notify = useNotify();
  const { isRunning, perform } = useAction();
  const confirm = useConfirm();
  const about = mediaName(media);
  const ask = () => {
    const names = (uses ?? []).map(({ title, isDraft }) => (isDraft ? `${title} (draft)` : title));
    const listed = names.slice(0, 10).join(', ') + (names.length > 10 ? ` and ${names.length - 10} more` : '');
    return confirm({
      title: `Delete “${about}”?`,
      description:
        uses === null
          ? 'It is not known where this image is used: the publishing pipeline does not respond.'
          : names.length === 0
            ? 'This image is not used. It stays in the trash for 30 days.'
            : `It is used in ${listed}.`,
      more:
        names.length > 0 || uses === null
          ? 'These pages keep showing the file, without its alt text and focal point from the library. Remove the image there too: the file is deleted 30 days later, once nothing uses it.'
          : undefined,
      action: 'Delete',
    });
  };
  const undo = () =>
    perform({ title: "Couldn't restore", about }, async () => {
      await restore(media);
      notify.success({ title: 'Restored', about });
    });
  const run = async () => {
    if (!(await ask())) return;
    await perform({ title: "Couldn't delete the image", about }, async () => {
      await remove(media);
      onDeleted();
      notify.success(
        { title: 'Image moved to the trash', about },
        { label: 'Undo', documents: [`media/${media.id}`], run: undo },
      );
    });
  };
  return (
    <Button
      alignSelf="flex-start"
      variant="outline"
      colorPalette="brick"
      loading={isRunning}
      onClick={() => void run()}
    >
      <Trash2 /> Delete
    </Button>
  );
}
