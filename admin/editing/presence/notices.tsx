import { Button, Text } from '@chakra-ui/react';
import type { Present } from '@frontage/model/presence';
import { Trash2, Users } from '#icons';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useNotify } from '../../ui/toaster.tsx';
import { Banner } from '../banner.tsx';
import type { Editor } from '../editor.ts';
import { momentWords } from '../moment-words.ts';
import type { Newer } from './use-watch.ts';

/** Who else has the document open. The live region is always there, so that its change is read. */
export function OthersHere({ others }: { others: readonly Present[] }) {
  const names = new Intl.ListFormat('en').format(others.map(({ name }) => name));
  return (
    <Text role="status" textStyle="xs" color="fg.muted" ps="7" truncate>
      {others.length > 0 && `${names} ${others.length === 1 ? 'has' : 'have'} this open too`}
    </Text>
  );
}

interface NewerNoticeProps<Input extends FieldValues, Fields> {
  newer: Newer;
  editor: Editor<Input, Fields>;
}

/** Somebody else saved what is open: what to do about it, before a save meets it. */
export function NewerNotice<Input extends FieldValues, Fields>(props: NewerNoticeProps<Input, Fields>) {
  const { newer, editor } = props;
  const notify = useNotify();
  const [isPending, setPending] = useState(false);
  if (newer.type === 'deleted') {
    return (
      <Banner icon={Trash2} tone="waiting" title="Somebody deleted this">
        What you have here is kept. Saving it brings it back.
      </Banner>
    );
  }
  const meet = async () => {
    setPending(true);
    await editor.meetTheirs().catch((error: unknown) => notify.failure({ title: 'It could not be loaded' }, error));
    setPending(false);
  };
  return (
    <Banner
      icon={Users}
      tone="info"
      title={`${newer.who} saved this ${momentWords(newer.at)}`}
      actions={
        <Button size="sm" disabled={isPending} onClick={() => void meet()}>
          {editor.isDirty ? 'Merge with mine' : 'Show it'}
        </Button>
      }
    >
      {editor.isDirty
        ? 'Your changes are kept. What both of you changed is asked, the rest goes together.'
        : 'You see the version before.'}
    </Banner>
  );
}
