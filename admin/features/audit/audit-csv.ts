import { writeCsv } from '../../lib/csv.ts';
import { actionOf, chainText, detailsText, type AuditEntry } from './audit-entries.ts';

const header = ['time', 'person', 'uid', 'action', 'document', 'details', 'position', 'hash', 'id'];

/** The entries as a table without formulas. */
export function auditCsv(entries: readonly AuditEntry[], personName: (uid: string) => string | null): string {
  const rows = entries.map((entry) => [
    entry.at,
    entry.actor === null ? 'System' : (personName(entry.actor) ?? ''),
    entry.actor ?? '',
    actionOf(entry),
    entry.document,
    detailsText(entry, personName),
    chainText(entry),
    entry.hash ?? '',
    entry.id,
  ]);
  return `${writeCsv([header, ...rows], '\r\n')}\r\n`;
}
