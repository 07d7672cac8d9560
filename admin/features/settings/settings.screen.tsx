import { useUrlState } from '../../lib/url-state.ts';
import { useLeaveGuard } from '../../editing/save/use-leave-guard.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { FailureState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AnalyticsTab } from './analytics-tab.tsx';
import { BrandingTab } from './branding-tab.tsx';
import { DirtyFormsProvider, useDirtyForms, type DirtyForm } from './dirty-forms.tsx';
import { GeneralTab } from './general-tab.tsx';
import { SeoTab } from './seo-tab.tsx';
import { useSettings, type AllSettings } from './settings.queries.ts';
import { SocialTab } from './social-tab.tsx';

export function Component() {
  const query = useSettings();
  return (
    <>
      <PageHeader title="Site Settings" description="What holds for the whole site. Each tab is saved on its own." />
      {query.isPending && <FormSkeleton />}
      {query.isError && !query.data && <FailureState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <SettingsTabs settings={query.data} />}
    </>
  );
}

const defaults = { tab: 'analytics' };

function SettingsTabs({ settings }: { settings: AllSettings }) {
  const [{ tab }, setAddress] = useUrlState(defaults);
  const { dirty, registry } = useDirtyForms();
  const guard = useLeaveGuard({
    mustAsk: () => dirty.size > 0,
    isDirty: dirty.size > 0,
    onSave: () => saveAll([...dirty.values()]),
    onDiscard: () => dirty.forEach((form) => form.discard()),
  });
  const mark = (...keys: (keyof AllSettings)[]) => (keys.some((key) => dirty.has(key)) ? 'unsaved changes' : undefined);
  const isCurrent = (key: string) => key === tab;

  const tabs = [
    {
      key: 'analytics',
      label: 'Analytics',
      mark: mark('ga4_id'),
      panel: <AnalyticsTab setting={settings.ga4_id} isCurrent={isCurrent('analytics')} />,
    },
    {
      key: 'social',
      label: 'Social',
      mark: mark('social_links'),
      panel: <SocialTab setting={settings.social_links} isCurrent={isCurrent('social')} />,
    },
    {
      key: 'branding',
      label: 'Branding',
      mark: mark('branding'),
      panel: <BrandingTab setting={settings.branding} isCurrent={isCurrent('branding')} />,
    },
    {
      key: 'seo',
      label: 'SEO',
      mark: mark('seo'),
      panel: <SeoTab setting={settings.seo} siteUrl={settings.general.value.site_url} isCurrent={isCurrent('seo')} />,
    },
    {
      key: 'general',
      label: 'General',
      mark: mark('general'),
      panel: <GeneralTab general={settings.general} security={settings.security} isCurrent={isCurrent('general')} />,
    },
  ];

  return (
    <DirtyFormsProvider value={registry}>
      <Tabs
        label="Settings"
        tabs={tabs}
        current={tabs.some(({ key }) => key === tab) ? tab : 'analytics'}
        onChange={(key) => setAddress({ tab: key })}
      />
      {guard}
    </DirtyFormsProvider>
  );
}

/** Saves one after the other; false as soon as one is refused. */
async function saveAll(forms: readonly DirtyForm[]): Promise<boolean> {
  for (const form of forms) if (!(await form.save())) return false;
  return true;
}
