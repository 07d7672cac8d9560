import { counted } from '@frontage/model/counted';
import type { Progress } from '@frontage/model/build-state';

/** '4,200 of 10,000 pages, 3 s left'. */
export function describeProgress({ done, total, seconds_left: left }: Progress): string {
  const pages = `${done.toLocaleString('en')} of ${counted(total, 'page')}`;
  if (left === null) return pages;
  return `${pages}, ${left < 90 ? `${left} s` : `${Math.round(left / 60)} min`} left`;
}
