import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { invalid, notices } from '@frontage/model/messages';
import { normalizeRedirects, type Redirect } from '../../lib/documents/redirects.ts';
import { useMemo, useRef, useState } from 'react';
import { RedirectsImpact } from '../../editing/publish/impact-note.tsx';
import { useFirebase } from '../../lib/firebase.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { useAction } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { decodeCsv, headerOf, readCsv, type Row } from './redirect-csv.ts';
import { useRedirectChanges } from './redirects.queries.ts';

const shownProblems = 20;

interface Checked {
  good: Row[];
  bad: { row: Row; problem: string }[];
}

/** The importable rows of a table, without redirect loops. */
function check(rows: readonly Row[], stored: readonly Redirect[]): Checked {
  const wanted = rows.flatMap((row) => ('redirect' in row ? [row.redirect] : []));
  const { circles } = normalizeRedirects(wanted, { stored, standing: new Set() });
  const good: Row[] = [];
  const bad: Checked['bad'] = [];
  for (const row of rows) {
    if ('problem' in row) bad.push({ row, problem: row.problem });
    else if (circles.includes(row.redirect)) bad.push({ row, problem: invalid.redirectLoop });
    else good.push(row);
  }
  return { good, bad };
}

/** Imports redirects from CSV. Rejected lines stay in the field for correction. */
export default function ImportDialog({ stored, onClose }: { stored: readonly Redirect[]; onClose: () => void }) {
  const { config } = useFirebase();
  const { create } = useRedirectChanges();
  const notify = useNotify();
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const { isRunning, perform } = useAction();
  const { good, bad } = useMemo(() => check(readCsv(text, config.siteOrigin), stored), [text, stored, config]);

  const redirects = useMemo(() => good.flatMap((row) => ('redirect' in row ? [row.redirect] : [])), [good]);

  const run = () =>
    perform(notices.redirectFailed, async () => {
      const { circles } = await create(redirects);
      const refused = [
        ...good.filter((row) => 'redirect' in row && circles.includes(row.redirect)),
        ...bad.map(({ row }) => row),
      ];
      const imported = good.length + bad.length - refused.length;
      notify.success({ ...notices.redirectsImported, description: `${imported} imported, ${refused.length} rejected` });
      // The remaining lines keep the header that names their columns.
      setText(refused.length === 0 ? '' : headerOf(text) + refused.map((row) => row.text).join('\n'));
      if (refused.length === 0) onClose();
    });

  return (
    <Modal
      isOpen
      size="lg"
      onClose={onClose}
      title="Import CSV"
      description="One redirect per line: from, to and status, which is 301 if omitted. A header can name the columns in another order. A redirect with the same “from” is replaced."
      initialFocus={input}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            Close
          </Button>
          <Button
            disabled={good.length === 0}
            loading={isRunning}
            loadingText="Importing..."
            onClick={() => void run()}
          >
            {good.length === 1 ? 'Import 1 redirect' : `Import ${good.length} redirects`}
          </Button>
        </>
      }
    >
      <Flex direction="column" gap="4">
        <Box>
          <input
            type="file"
            aria-label="CSV file"
            accept=".csv,text/csv,text/plain"
            onChange={(event) =>
              void event.target.files?.[0]?.arrayBuffer().then((bytes) => setText(decodeCsv(new Uint8Array(bytes))))
            }
          />
        </Box>
        <TextAreaField
          label="Redirects"
          input={{
            ref: input,
            rows: 10,
            fontFamily: 'mono',
            textStyle: 'sm',
            spellCheck: false,
            placeholder: 'from,to,status',
            value: text,
            onChange: (event) => setText(event.target.value),
          }}
        />
        <RedirectsImpact redirects={redirects} />
        {bad.length > 0 && (
          <Note kind="problem">
            <Text fontWeight="medium">
              {bad.length === 1 ? '1 line cannot be imported:' : `${bad.length} lines cannot be imported:`}
            </Text>
            <Box as="ul">
              {bad.slice(0, shownProblems).map(({ row, problem }) => (
                <li key={row.line}>{`Line ${row.line}: ${problem}`}</li>
              ))}
            </Box>
            {bad.length > shownProblems && <Text>{`and ${bad.length - shownProblems} more`}</Text>}
          </Note>
        )}
      </Flex>
    </Modal>
  );
}
