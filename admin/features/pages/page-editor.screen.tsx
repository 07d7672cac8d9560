import { adminPaths } from '@frontage/model/paths';
import { DocumentScreen } from '../../editing/document-screen.tsx';
import { PageEditor } from './page-editor.tsx';

const back = { to: adminPaths.pages, label: 'Back to Pages' };

export function Component() {
  return (
    <DocumentScreen kind="page" title="Edit Page" back={back}>
      {({ id, stored, opened, nextOrder }) => <PageEditor key={id} {...{ id, stored, opened, nextOrder, back }} />}
    </DocumentScreen>
  );
}
