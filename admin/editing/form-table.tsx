import { blankOf, type Field, type Fields as KindFields } from '@frontage/model/kinds/field';
import { recommendedSizes } from '@frontage/model/limits';
import { buckets } from '@frontage/model/paths';
import { Skeleton } from '@chakra-ui/react';
import { type ComponentType, Suspense } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FormField, FormTable, WidgetProps } from './editor/form-fields.tsx';
import { TagsWidget } from './editor/tags-widget.tsx';
import {
  ChoicesWidget,
  DateWidget,
  DecimalWidget,
  NumberWidget,
  SelectWidget,
  SwitchWidget,
  TextWidget,
} from './editor/widgets.tsx';
import { contentImageNotices, ImageWidget } from './media/image-field.tsx';
import { lazyInline } from '../ui/lazy.tsx';
import type { LinkOptions } from './text/document-links-field.tsx';
import { TimeWidget } from './publish/time-widget.tsx';
import { MarkdownWidget } from './text/markdown-field.tsx';

const { width, height } = recommendedSizes.ogImage;

const LinksWidget = lazyInline('The document picker', async () => {
  const { DocumentLinksWidget } = await import('./text/document-links-field.tsx');
  return { default: DocumentLinksWidget as ComponentType<WidgetProps<FieldValues, unknown> & LinkOptions> };
});

const GroupsWidget = lazyInline('The list', async () => {
  const { GroupsWidget: Widget } = await import('./groups-field.tsx');
  return { default: Widget };
});

// An empty number is invalid, not 0.
const numberFrom = (entry: string | number): number => (String(entry).trim() === '' ? Number.NaN : Number(entry));

/** The widget of a field that has no own one. */
function widgetOf<Input extends FieldValues, Fields>({
  type,
  max,
  options = {},
  to = [],
  row,
  one = 'row',
}: Field): ComponentType<WidgetProps<Input, Fields>> {
  if (type === 'switch') return SwitchWidget;
  if (type === 'order' || type === 'count') return (field) => <NumberWidget {...field} numberFrom={numberFrom} />;
  if (type === 'date') return DateWidget;
  if (type === 'time') return TimeWidget;
  if (type === 'number') return DecimalWidget;
  if (type === 'tags') return TagsWidget;
  if (type === 'choice' || type === 'option' || type === 'choices') {
    const choices = Object.entries(options).map(([value, label]) => ({ value, label }));
    const Widget = type === 'choices' ? ChoicesWidget : SelectWidget;
    return (field) => <Widget {...field} options={choices} />;
  }
  if (type === 'image')
    return (field) => (
      <ImageWidget {...field} bucket={buckets.demoImages} notices={contentImageNotices} ratio={width / height} />
    );
  if (type === 'markdown')
    return (field) => (
      <MarkdownWidget
        {...field}
        placeholder="Markdown is supported; paste or drop images."
        bucket={buckets.demoImages}
        notices={contentImageNotices}
      />
    );
  if (row !== undefined) return groupsWidget(row, { max, one });
  if (type === 'link' || type === 'links')
    return (field) => (
      <Suspense fallback={<Skeleton height="16" />}>
        <LinksWidget
          {...(field as WidgetProps<FieldValues, unknown>)}
          to={to}
          max={type === 'link' ? null : (max ?? 0)}
        />
      </Suspense>
    );
  return (field) => <TextWidget {...field} {...(max !== undefined && { max })} />;
}

function groupsWidget<Input extends FieldValues, Fields>(
  row: KindFields,
  { max = 0, one }: { max: number | undefined; one: string },
): ComponentType<WidgetProps<Input, Fields>> {
  const columns = Object.entries(row).map(([name, field]) => ({
    ...{ name, label: field.label, help: field.help, required: field.required },
    Widget: widgetOf<FieldValues, unknown>(field),
  }));
  const options = { columns, blank: blankOf(row), max, one };
  return (field) => (
    <Suspense fallback={<Skeleton height="16" />}>
      <GroupsWidget {...(field as WidgetProps<FieldValues, unknown>)} {...options} />
    </Suspense>
  );
}

/**
 * The form of a kind: panel, label and help of each field are those of the kind, and its widget is that of its type, unless
 * `own` has another one.
 */
export function formTable<Input extends FieldValues, Fields, Panel extends string = string>(
  fields: KindFields,
  own: { readonly [Name in keyof Input]?: Partial<FormField<Input, Fields, Panel>> },
): FormTable<Input, Fields, Panel> {
  const rows = Object.entries(fields).map(([name, field]) => [
    name,
    {
      panel: field.panel,
      help: field.help,
      required: field.required,
      ...own[name],
      widget: own[name]?.widget ?? widgetOf<Input, Fields>(field),
    },
  ]);
  return Object.fromEntries(rows) as FormTable<Input, Fields, Panel>;
}
