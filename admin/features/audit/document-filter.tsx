import { chakra } from '@chakra-ui/react';
import type { Kind } from '@frontage/model/kinds/kinds';
import { kindNames, kinds, nameOf } from '@frontage/model/kinds/kinds';
import { foldText } from '@frontage/model/fold';
import { useState } from 'react';
import { type DocumentsByKind, useAllDocuments } from '../../lib/documents/documents.queries.ts';
import { TextInput } from '../../ui/controls.tsx';

const mostOffered = 20;

/** Finds a document by its title and reports its path. The lists are loaded when the field is first focused. */
export default function DocumentFilter({ onChoose }: { onChoose: (document: string) => void }) {
  const [text, setText] = useState('');
  const options = useOptions(text);
  return (
    <>
      <TextInput
        autoFocus
        aria-label="Document"
        placeholder="Title of a document..."
        list="audit-documents"
        value={text}
        onChange={(event) => {
          const { value } = event.target;
          setText(value);
          const chosen = options.find(({ label }) => label === value);
          if (chosen) onChoose(chosen.document);
        }}
      />
      <chakra.datalist id="audit-documents">
        {options.map(({ document, label }) => (
          <option key={document} value={label} />
        ))}
      </chakra.datalist>
    </>
  );
}

function useOptions(text: string): { document: string; label: string }[] {
  const { byKind } = useAllDocuments();
  const all = kindNames.flatMap((kind) => optionsIn(kind, byKind));
  const words = foldText(text.trim()).split(/\s+/);
  const found = all.filter(({ label }) => words.every((word) => foldText(label).includes(word)));
  return found.slice(0, mostOffered);
}

const optionsIn = (kind: Kind, byKind: DocumentsByKind) =>
  (byKind[kind] ?? []).map(({ document }) => ({
    document: `${kinds[kind].collection}/${document.id}`,
    label: `${nameOf(kind, document)} (${kinds[kind].nouns.one} ${document.id.slice(0, 4)})`,
  }));
