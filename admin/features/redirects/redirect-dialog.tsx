import { invalid, notices, redirectTexts } from '@frontage/model/messages';
import { normalizePath, type RedirectFields } from '@frontage/model/redirect';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { RedirectsImpact } from '../../editing/publish/impact-note.tsx';
import { valueOf } from '../../lib/documents/document-store.ts';
import { isAddressUsed, readRedirect, type Redirect } from '../../lib/documents/redirects.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FormModal } from '../../ui/form-modal.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { useRedirectChanges } from './redirects.queries.ts';

const statusOptions = [
  { value: '301', label: 'Permanent (301)' },
  { value: '302', label: 'Temporary (302)' },
];

/** Adds or changes a redirect. */
export default function RedirectDialog({ redirect, onClose }: { redirect: Redirect | null; onClose: () => void }) {
  const { config } = useFirebase();
  const { create, targetOf, undo: undoChange } = useRedirectChanges();
  const notify = useNotify();
  const first = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({
    from: redirect?.from ?? '',
    to: redirect?.to ?? '',
    status: String(redirect?.status ?? 301),
  });
  const [errors, setErrors] = useState<{ from?: string; to?: string }>({});
  const { isRunning, perform } = useAction();
  const isUsed = useIsAddressUsed(typed.from);
  const entered = useMemo(() => readRedirect(typed, config.siteOrigin), [typed, config]);
  const isNew = entered.ok && !isSame(entered.redirect, redirect);
  const type = (change: Partial<typeof typed>) => {
    setTyped({ ...typed, ...change });
    setErrors({});
  };

  const undo = (previous: RedirectFields, left: string | null) =>
    perform({ ...notices.notUndone, about: previous.from }, async () => {
      await undoChange(previous, left);
      notify.success({
        ...(previous.to === null ? notices.redirectRemoved : notices.redirectSaved),
        about: previous.from,
      });
    });

  const submit = async () => {
    if (!entered.ok) return setErrors({ [entered.field]: entered.message });
    const about = entered.redirect.from;
    await perform({ ...notices.redirectFailed, about }, async () => {
      const { circles } = await create([entered.redirect]);
      if (circles.length > 0) return setErrors({ to: invalid.redirectLoop });
      const previous = redirect ?? { ...entered.redirect, to: null };
      const left = await targetOf(about);
      const documents = [`redirect/${about}`];
      notify.success(
        { ...notices.redirectSaved, about },
        { label: 'Undo', documents, run: () => undo(previous, left) },
      );
      onClose();
    });
  };

  return (
    <FormModal
      onClose={onClose}
      title={redirect ? 'Edit redirect' : 'Add redirect'}
      description="Visitors to the first URL are redirected to the second."
      initialFocus={first}
      submit="Save redirect"
      isPending={isRunning}
      onSubmit={() => void submit()}
    >
      <TextField
        label="From"
        required
        readOnly={redirect !== null}
        help={isUsed ? redirectTexts.addressTaken : 'A path on this site, such as /old-page'}
        error={errors.from}
        input={{
          ...(redirect === null && { ref: first }),
          value: typed.from,
          autoComplete: 'off',
          spellCheck: false,
          fontFamily: 'mono',
          onChange: (event) => type({ from: event.target.value }),
        }}
      />
      <TextField
        label="To"
        required
        help="A path on this site or a URL"
        error={errors.to}
        input={{
          ...(redirect !== null && { ref: first }),
          value: typed.to,
          autoComplete: 'off',
          spellCheck: false,
          fontFamily: 'mono',
          onChange: (event) => type({ to: event.target.value }),
        }}
      />
      <SelectField
        label="Status"
        options={statusOptions}
        select={{ value: typed.status, onChange: (event) => type({ status: event.target.value }) }}
      />
      <RedirectsImpact redirects={isNew ? [entered.redirect] : []} />
    </FormModal>
  );
}

const isSame = (one: Redirect, other: Redirect | null): boolean =>
  other !== null && one.to === other.to && one.status === other.status;

/** Whether a typed address is in use. */
function useIsAddressUsed(typed: string): boolean {
  const store = useDocumentStore();
  const address = normalizePath(typed.trim());
  const { data } = useQuery({
    queryKey: ['address-used', address],
    queryFn: async () => valueOf(await isAddressUsed(store, address ?? '')),
    enabled: address !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return data ?? false;
}
