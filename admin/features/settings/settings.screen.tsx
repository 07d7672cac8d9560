import { PageHeader } from '../../ui/page-header.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { FailureState } from '../../ui/states.tsx';
import { useSettings } from './settings.queries.ts';
import { SettingsEditor } from './settings-editor.tsx';

const title = 'Site Settings';

export function Component() {
  const query = useSettings();
  if (query.data) return <SettingsEditor title={title} settings={query.data} />;
  return (
    <>
      <PageHeader title={title} />
      {query.isPending && <FormSkeleton />}
      {query.isError && <FailureState error={query.error} onRetry={() => void query.refetch()} />}
    </>
  );
}
