import { type Kind, kinds } from '@frontage/model/kinds/kinds';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { DocumentEditor, DocumentScreen } from '../../editing/document-editor.tsx';
import { kindForm } from '../../editing/kind-form.tsx';
import type { Publishable } from '../../lib/documents/document.ts';

type Values = FieldValues & Publishable;

/** The editor of a kind that has no screen in another feature. */
export function editorScreen(kind: Kind) {
  const form = kindForm<Kind, Values, Values>(kind);
  const shape = kinds[kind].form as unknown as z.ZodType<Values, Values>;
  const schema = () => shape;
  const Component = () => (
    <DocumentScreen kind={kind} title={form.titles.edit} back={form.back}>
      {(opened) => <DocumentEditor key={opened.id} {...opened} form={form} schema={schema} />}
    </DocumentScreen>
  );
  return { Component };
}
