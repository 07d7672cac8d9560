import type { Kind } from '@frontage/model/kinds/kinds';
import { DraftMark } from '../versions/draft-mark.tsx';
import { ScheduleMark } from '../publish/schedule-mark.tsx';

export interface RowMarksProps {
  kind: Kind;
  id: string;
  /** Shows badges only, which rarely change the height of a row. Times are in their titles. */
  isCompact?: boolean;
}

/** The draft and the next schedule of a document in a list. `list-view.tsx` loads this module. */
export default function RowMarks(props: RowMarksProps) {
  return (
    <>
      <DraftMark {...props} />
      <ScheduleMark {...props} />
    </>
  );
}
