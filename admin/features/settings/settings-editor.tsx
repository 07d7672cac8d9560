import { Box, Flex } from '@chakra-ui/react';
import { fieldLabels } from '@frontage/model/field-labels';
import { adminPaths, collections } from '@frontage/model/paths';
import { Fragment, useEffect, useId, useRef } from 'react';
import { Banners } from '../../editing/frame/banners.tsx';
import { barActions, saveEffect, type BarAction } from '../../editing/frame/bar-actions.ts';
import { EditorBar } from '../../editing/frame/editor-bar.tsx';
import { EditorForm } from '../../editing/frame/editor-form.tsx';
import {
  BesidePreview,
  PreviewButton,
  usePreviewSwitch,
  useRequestedField,
} from '../../editing/preview/beside-preview.tsx';
import type { Place } from '../../editing/preview/places.ts';
import { useSaveKeys } from '../../editing/save/use-save-keys.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TabList, tabIds } from '../../ui/tabs.tsx';
import { AnalyticsFields, useAnalytics } from './analytics-fields.tsx';
import { BrandingFields, useBranding } from './branding-fields.tsx';
import { GeneralFields, useGeneral } from './general-fields.tsx';
import { SecurityFields, useSecurity } from './security-fields.tsx';
import { SeoFields, useSeo } from './seo-fields.tsx';
import type { AllSettings } from './settings.queries.ts';
import { SocialFields, useSocial } from './social-fields.tsx';
import { toSave, mostUrgent } from './tab-state.ts';
import { saveAll, useSettingsGuard } from './use-settings-guard.ts';
import { useSettingPart, type SettingPart } from './use-setting-part.tsx';

const labels = fieldLabels[collections.settings];

const defaults = { tab: 'analytics' };

/** The settings in five tabs, each saved separately, with the bar, keys and conflict handling of an editor. */
export function SettingsEditor({ title, settings }: { title: string; settings: AllSettings }) {
  const id = useId();
  const [{ tab }, setAddress] = useUrlState(defaults);
  const show = (key: string) => setAddress({ tab: key });
  const analytics = useAnalytics(settings.ga4_id);
  const social = useSocial(settings.social_links);
  const branding = useBranding(settings.branding);
  const seo = useSeo(settings.seo);
  const general = useGeneral(settings.general);
  const security = useSecurity(settings.security);
  const analyticsPart = useSettingPart(analytics, { settingKey: 'ga4_id', isCurrent: tab === 'analytics' });
  const socialPart = useSettingPart(social, { settingKey: 'social_links', isCurrent: tab === 'social' });
  const brandingPart = useSettingPart(branding, { settingKey: 'branding', isCurrent: tab === 'branding' });
  const seoPart = useSettingPart(seo, { settingKey: 'seo', isCurrent: tab === 'seo' });
  const generalPart = useSettingPart(general, { settingKey: 'general', isCurrent: tab === 'general' });
  const securityPart = useSettingPart(security, { settingKey: 'security', isCurrent: tab === 'general' });
  const tabs = [
    {
      key: 'analytics',
      label: 'Analytics',
      parts: [analyticsPart],
      panel: (
        <Panel title="Analytics" description="Counts visits with Google Analytics. You can exclude individual demos.">
          <AnalyticsFields {...analytics} />
          {analyticsPart.scheduling}
        </Panel>
      ),
    },
    {
      key: 'social',
      label: 'Social',
      parts: [socialPart],
      panel: (
        <Panel title="Social" description="Links of the icons in the footer. Icons without a link are hidden.">
          <SocialFields {...social} />
          {socialPart.scheduling}
        </Panel>
      ),
    },
    {
      key: 'branding',
      label: 'Branding',
      parts: [brandingPart],
      panel: (
        <Panel title="Branding" description="The site's name, logo and color, on every page.">
          <BrandingFields {...branding} />
          {brandingPart.scheduling}
        </Panel>
      ),
    },
    {
      key: 'seo',
      label: 'SEO',
      parts: [seoPart],
      panel: (
        <>
          <Panel title="SEO" description="Information for search engines.">
            <SeoFields
              form={seo.form}
              siteUrl={settings.general.value.site_url}
              frequency={settings.seo.value.sitemap_frequency}
            />
            {seoPart.scheduling}
          </Panel>
          <Panel title="Redirects" description="Send old URLs to new pages.">
            <Box>
              <ButtonLink to={adminPaths.redirects} size="sm" variant="outline">
                Manage redirects
              </ButtonLink>
            </Box>
          </Panel>
        </>
      ),
    },
    {
      key: 'general',
      label: 'General',
      parts: [generalPart, securityPart],
      panel: (
        <>
          <Panel title="General" description="Defaults for pages without their own title, image or description.">
            <GeneralFields {...general} />
            {generalPart.scheduling}
          </Panel>
          <Panel title="Security" description="Sign-in requirements for administrators.">
            <SecurityFields {...security} />
            {securityPart.scheduling}
          </Panel>
        </>
      ),
    },
  ] as const;
  const current = tabs.find(({ key }) => key === tab) ?? tabs[0];
  const parts: readonly SettingPart[] = tabs.flatMap((each) => [...each.parts]);
  const { line, live } = mostUrgent(current.parts);
  const preview = usePreviewSwitch();
  const wanted = useRef(useRequestedField()?.field);
  // A field in a hidden tab can be focused only after the tab is shown.
  useEffect(() => {
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
            <>
              <PreviewButton
                isBeside={preview.isWide}
                isShown={preview.isShown}
                onToggle={() => preview.show(!preview.isShown)}
              />
              {current.parts.map(({ title: part, history }) => (
                <Fragment key={part}>{history}</Fragment>
              ))}
            </>
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
            {tabs.map(({ key, panel }) => (
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
                {panel}
              </Flex>
            ))}
          </Box>
        </BesidePreview>
      </EditorForm>
      {guard}
      {parts.map(({ dialog }, index) => (
        <Fragment key={index}>{dialog}</Fragment>
      ))}
    </>
  );
}

function markOf(parts: readonly SettingPart[]): string | undefined {
  if (parts.some(({ isDirty }) => isDirty)) return 'unsaved changes';
  return parts.some(({ hasUnsavedEdit }) => hasUnsavedEdit) ? 'unsaved changes found' : undefined;
}
