import type { Guarded, Operation, Subject } from '@frontage/model/permissions';
import type { AttackCase, Fields, InitialState } from './attack-case.ts';

/** One operation on one subject, with a request that is valid for callers with permission. */
export type PermissionCase = Omit<AttackCase, 'actor' | 'expected' | 'name'> & {
  situation: string;
  operation: Operation;
  subject: Subject;
};

export const stranger = 'uid-of-somebody-else';
export const yesNo = [false, true];

export const word = (flag: boolean, yes: string, no: string): string => (flag ? yes : no);

export const reads = (path: string, subject: Subject, initialState: InitialState): PermissionCase[] => [
  { situation: '', operation: 'get', subject, initialState, try: { get: path } },
  { situation: '', operation: 'list', subject, initialState, try: { list: path.split('/')[0] ?? '' } },
];

/** The three ways to write a document reserved for the server. */
export const writes = (path: string, what: Guarded, data: Fields): PermissionCase[] => [
  {
    situation: 'alone',
    operation: 'create',
    subject: { what },
    initialState: {},
    try: { batch: [{ set: path, data }] },
  },
  {
    situation: 'alone',
    operation: 'update',
    subject: { what },
    initialState: { [path]: data },
    try: { batch: [{ update: path, data: { ...data, touched: true } }] },
  },
  {
    situation: 'alone',
    operation: 'delete',
    subject: { what },
    initialState: { [path]: data },
    try: { batch: [{ delete: path }] },
  },
];
