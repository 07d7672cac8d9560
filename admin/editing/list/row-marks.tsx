import type { Kind } from '@frontage/model/kinds';
import { DraftMark } from '../draft/draft-mark.tsx';
import { ScheduleMark } from '../schedule/schedule-mark.tsx';

/** The draft and the next schedule of a document in a list. `list-view.tsx` loads this module. */
export default function RowMarks({ kind, id }: { kind: Kind; id: string }) {
  return (
    <>
      <DraftMark kind={kind} id={id} />
      <ScheduleMark kind={kind} id={id} />
    </>
  );
}
