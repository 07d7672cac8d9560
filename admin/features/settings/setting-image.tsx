import type { FieldValues } from 'react-hook-form';
import type { Bucket } from '@frontage/model/paths';
import { ImageField, type ImageFieldProps } from '../../editing/image/image-field.tsx';
import { acceptedTypes } from '../../editing/image/image-file.ts';
import { useControl, type ControlSetup } from '../../editing/use-control.ts';

type Looks = Pick<ImageFieldProps, 'label' | 'help' | 'notices' | 'ratio' | 'fit' | 'previewWidth'>;

/** An image setting, by upload or URL. */
export function SettingImage<Input extends FieldValues, Fields>({
  control,
  name,
  bucket,
  ...looks
}: ControlSetup<Input, Fields> & Looks & { bucket: Bucket }) {
  const bound = useControl({ control, name });
  return <ImageField {...looks} {...bound} bucket={bucket} accept={acceptedTypes(bucket)} />;
}
