import { useDeferredValue } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { FailureState } from '../../ui/states.tsx';
import { useSettings } from './settings.queries.ts';
import { SettingsEditor } from './settings-editor.tsx';

const title = 'Site Settings';

export function Component() {
  const query = useSettings();
  // Five forms render at once: deferred, to keep the browser responsive.
  const settings = useDeferredValue(query.data);
  if (settings) return <SettingsEditor title={title} settings={settings} />;
  return (
    <>
      <PageHeader title={title} />
      {!query.isError && <FormSkeleton />}
      {query.isError && <FailureState error={query.error} onRetry={() => void query.refetch()} />}
    </>
  );
}
