import { Box, Flex } from '@chakra-ui/react';
import { fieldLabels } from '@frontage/model/field-labels';
import { adminPaths, collections } from '@frontage/model/paths';
import type { SettingKey } from '@frontage/model/kinds/settings';
import { Fragment, Suspense, useEffect, useId, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Banners, Deferred, EditorForm, Later } from '../../editing/editor/panels.tsx';
import { barActions, saveEffect, type BarAction } from '../../editing/editor/bar-actions.ts';
import { EditorBar } from '../../editing/editor/editor-bar.tsx';
import {
  BesidePreview,
  PreviewButton,
  usePreviewSwitch,
  useRequestedField,
} from '../../editing/editor/beside-preview.tsx';
import type { Place } from '../../editing/editor/places.ts';
import { useLeaveGuard } from '../../editing/session/use-leave-guard.tsx';
import { useSaveKeys } from '../../editing/editor-frame.tsx';
import { useUrlState } from '../../lib/url-state.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { lazyWithFallback } from '../../ui/lazy.tsx';
import { FailureState, FormSkeleton } from '../../ui/states.tsx';
import { TabList, tabIds } from '../../ui/tabs.tsx';
import { settingForms } from './setting-forms.tsx';
import { mostUrgent, saveAll, toSave, useSettingPart, type SettingPart } from './setting-part.tsx';
import { useSettings, type AllSettings } from './settings.queries.ts';

const BrandingPreview = lazyWithFallback(
  () => import('./branding-preview.tsx'),
  () => null,
);

const labels = fieldLabels[collections.settings];

const defaults = { tab: 'analytics' };

interface Tab {
  key: string;
  label: string;
  parts: readonly [SettingPart, ...SettingPart[]];
  /** Shown below its settings. */
  end?: ReactNode;
}

const title = 'Site Settings';

export function Component() {
  const query = useSettings();
  return (
    <Deferred value={query.data}>
      {(settings) =>
        settings ? (
          <SettingsEditor settings={settings} />
        ) : (
          <>
            <PageHeader title={title} />
            {!query.isError && <FormSkeleton />}
            {query.isError && <FailureState error={query.error} onRetry={() => void query.refetch()} />}
          </>
        )
      }
    </Deferred>
  );
}

/** The settings in five tabs, each saved separately, with the bar, keys and conflict handling of an editor. */
function SettingsEditor({ settings }: { settings: AllSettings }) {
  const id = useId();
  const [{ tab }, setAddress] = useUrlState(defaults);
  const show = (key: string) => setAddress({ tab: key });
  const parts: Record<SettingKey, SettingPart> = {
    ga4_id: useSettingPart('ga4_id', { form: settingForms.analytics, setting: settings.ga4_id, tab }),
    social_links: useSettingPart('social_links', { form: settingForms.social, setting: settings.social_links, tab }),
    branding: useSettingPart('branding', { form: settingForms.branding, setting: settings.branding, tab }),
    seo: useSettingPart('seo', { form: settingForms.seo, setting: settings.seo, tab }),
    general: useSettingPart('general', { form: settingForms.general, setting: settings.general, tab }),
    visitors: useSettingPart('visitors', { form: settingForms.visitors, setting: settings.visitors, tab }),
    content: useSettingPart('content', { form: settingForms.content, setting: settings.content, tab }),
    security: useSettingPart('security', { form: settingForms.security, setting: settings.security, tab }),
    launches: useSettingPart('launches', { form: settingForms.launches, setting: settings.launches, tab }),
  };
  const tabs: readonly [Tab, ...Tab[]] = [
    { key: 'analytics', label: 'Analytics', parts: [parts.ga4_id] },
    { key: 'social', label: 'Social', parts: [parts.social_links] },
    {
      key: 'branding',
      label: 'Branding',
      parts: [parts.branding],
      end: <BrandingPreview source={parts.branding.source} />,
    },
    { key: 'seo', label: 'SEO', parts: [parts.seo], end: <RedirectsPanel /> },
    {
      key: 'general',
      label: 'General',
      parts: [parts.general, parts.visitors, parts.content, parts.security, parts.launches],
    },
  ];
  const current = tabs.find(({ key }) => key === tab) ?? tabs[0];
  const { line, live } = mostUrgent(current.parts);
  const preview = usePreviewSwitch();
  const requested = useRequestedField()?.field;
  const { key: visit } = useLocation();
  const wanted = useRef<string>(undefined);
  const seenVisit = useRef<string>(undefined);
  // A field in a hidden tab can be focused only after the tab is shown.
  useEffect(() => {
    if (seenVisit.current !== visit) wanted.current = requested ?? wanted.current;
    seenVisit.current = visit;
    const field = wanted.current;
    if (field !== undefined && current.parts.some((part) => part.focus(field))) wanted.current = undefined;
  });

  const goTo = ({ collection, id: setting, field }: Place): boolean => {
    const isOf = ({ source }: SettingPart) => source.read().id === setting;
    const holder = collection === 'settings' ? tabs.find(({ parts: ofTab }) => ofTab.some(isOf)) : undefined;
    if (holder === current) current.parts.find(isOf)?.focus(field);
    else if (holder) {
      wanted.current = field;
      show(holder.key);
    }
    return holder !== undefined;
  };

  const save = () => saveAll(toSave(current.parts));
  const act = async (action: BarAction) => {
    if (action === 'save') await save();
    else if (action === 'draft') for (const part of current.parts) await part.saveDraft();
    else for (const part of current.parts) if (part.hasDraft) await part.discardDraft();
  };
  const actions = barActions(
    'setting',
    current.parts.some(({ hasDraft }) => hasDraft),
  );
  useSaveKeys({ onSave: save });
  const guard = useSettingsGuard(tabs, show);

  return (
    <>
      <EditorForm title={title} onSave={save}>
        <EditorBar
          {...{ title, line, live, actions }}
          back={null}
          badge={null}
          view={null}
          saveLabel={`Save ${toSave(current.parts)
            .map((part) => part.title)
            .join(' and ')}`}
          // Every setting appears on the site.
          saveEffect={saveEffect({ wasPublic: true, isPublic: true })}
          isSaving={current.parts.some(({ isSaving }) => isSaving)}
          note={
            <>
              {/* The impact of the previewed setting: no other part of a tab appears on the site. */}
              {current.parts[0].impact}
              {current.parts.map(({ note }, index) => (
                <Fragment key={index}>{note}</Fragment>
              ))}
            </>
          }
          tools={
            <PreviewButton
              isBeside={preview.isWide}
              isShown={preview.isShown}
              onToggle={() => preview.show(!preview.isShown)}
            />
          }
          onAct={(action) => void act(action)}
          onRetry={() => void save()}
        />
        <Banners>
          {current.parts.map(({ banners }, index) => (
            <Fragment key={index}>{banners}</Fragment>
          ))}
        </Banners>
        <BesidePreview preview={preview} source={current.parts[0].source} isStored labels={labels} onPlace={goTo}>
          <Box px={{ md: '4' }} pt="1">
            <TabList
              id={id}
              label="Settings"
              tabs={tabs.map(({ key, label, parts: ofTab }) => ({ key, label, mark: markOf(ofTab) }))}
              current={current.key}
              onChange={show}
            />
          </Box>
          <Box position="relative" overflowY={{ lg: 'auto' }} minH="0" flex="1">
            {tabs.map(({ key, parts: ofTab, end }) => (
              <Flex
                key={key}
                role="tabpanel"
                id={tabIds(id, key).panel}
                aria-labelledby={tabIds(id, key).tab}
                display={key === current.key ? 'flex' : 'none'}
                direction="column"
                gap="6"
                px={{ base: '4', md: '8' }}
                py="6"
                maxW="80rem"
              >
                <Later isShown={key === current.key}>{ofTab.map(({ panel }) => panel)}</Later>
                {key === current.key && <Suspense>{end}</Suspense>}
              </Flex>
            ))}
          </Box>
        </BesidePreview>
      </EditorForm>
      {guard}
      {Object.values(parts).map(({ dialog }, index) => (
        <Fragment key={index}>{dialog}</Fragment>
      ))}
    </>
  );
}

function markOf(parts: readonly SettingPart[]): string | undefined {
  if (parts.some(({ isDirty }) => isDirty)) return 'unsaved changes';
  return parts.some(({ hasUnsavedEdit }) => hasUnsavedEdit) ? 'unsaved changes found' : undefined;
}

function RedirectsPanel() {
  return (
    <Panel title="Redirects" description="Redirect old URLs to new pages.">
      <Box>
        <ButtonLink to={adminPaths.redirects} size="sm" variant="outline">
          Manage redirects
        </ButtonLink>
      </Box>
    </Panel>
  );
}

/** Asks before leaving the settings with unsaved edits; shows a tab that cannot be saved. */
function useSettingsGuard(tabs: readonly Tab[], show: (tab: string) => void) {
  const parts = tabs.flatMap((tab) => tab.parts);
  return useLeaveGuard({
    mustAsk: () => parts.some((part) => part.mustAskBeforeLeaving()),
    onSettle: async () => {
      for (const part of parts) if (part.mustAskBeforeLeaving() && !(await part.settle())) return false;
      return true;
    },
    onSave: async () => {
      for (const { key, parts: ofTab } of tabs) {
        if (await saveAll(ofTab.filter(({ isDirty }) => isDirty))) continue;
        show(key);
        return false;
      }
      return true;
    },
    onDiscard: () => parts.map((part) => part.discard()),
  });
}
