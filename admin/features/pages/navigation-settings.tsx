import { Flex, SimpleGrid } from '@chakra-ui/react';
import { limits } from '@frontage/model/limits';
import { menuOrderFrom, type PageFields, type PageInput } from '@frontage/model/page';
import { useMemo } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Switch } from '../../ui/toggle.tsx';
import { parentOptions } from './parent-options.ts';
import { usePages } from './use-pages.ts';

interface NavigationSettingsProps {
  form: UseFormReturn<PageInput, unknown, PageFields>;
  /** Id of the edited page. */
  id: string;
}

const noneIfEmpty = (entry: string | null): string | null => (entry === '' ? null : entry);

/** The position of the page in the site's menu. */
export function NavigationSettings({ form, id }: NavigationSettingsProps) {
  const pages = usePages();
  const { register, control, formState } = form;
  const { errors } = formState;
  const [parent, navLabel] = useWatch({ control, name: ['parent_id', 'nav_label'] });
  const options = useMemo(() => parentOptions(pages, id, parent), [pages, id, parent]);
  return (
    <Flex direction="column" gap="5">
      <SelectField
        label="Parent page"
        help="The page appears in its parent’s menu."
        options={options}
        select={{ value: parent ?? '' }}
        registration={register('parent_id', { setValueAs: noneIfEmpty })}
        error={errors.parent_id?.message}
      />
      <Switch
        label="Show in navigation"
        help="If this is off, visitors can still open the published page by its URL."
        {...register('show_in_menu')}
      />
      <SimpleGrid columns={{ base: 1, md: 2, lg: 1 }} gap="5">
        <TextField
          label="Menu order"
          help="0 comes first."
          registration={register('menu_order', { setValueAs: menuOrderFrom })}
          input={{ type: 'number', min: 0, step: 1, inputMode: 'numeric' }}
          error={errors.menu_order?.message}
        />
        <TextField
          label="Navigation label"
          help="Replaces the title in the menu."
          counter={{ length: navLabel?.length ?? 0, max: limits.navLabel }}
          registration={register('nav_label')}
          error={errors.nav_label?.message}
        />
      </SimpleGrid>
    </Flex>
  );
}
