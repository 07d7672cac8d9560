import { adminPaths } from '@frontage/model/paths';
import { DocumentScreen } from '../../editing/document-screen.tsx';
import { SectionEditor } from './section-editor.tsx';

const backToSections = { to: adminPaths.homepage, label: 'Back to Homepage' };

export function Component() {
  return (
    <DocumentScreen kind="section" title="Edit Section" back={backToSections}>
      {({ id, stored, opened, nextOrder }) => (
        <SectionEditor key={id} {...{ id, stored, opened, nextOrder }} back={backToSections} />
      )}
    </DocumentScreen>
  );
}
