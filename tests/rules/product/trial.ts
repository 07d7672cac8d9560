import type { Guarded, Operation, Subject } from '@frontage/model/permissions';
import type { Attempt, Fields, World } from './attempt.ts';

/** One operation on one subject in one situation, right but perhaps for who tries it. */
export type Trial = Omit<Attempt, 'actor' | 'expected' | 'name'> & {
  situation: string;
  operation: Operation;
  subject: Subject;
};

export const stranger = 'uid-of-somebody-else';
export const yesNo = [false, true];

export const word = (flag: boolean, yes: string, no: string): string => (flag ? yes : no);

export const reads = (path: string, subject: Subject, world: World): Trial[] => [
  { situation: '', operation: 'get', subject, world, try: { get: path } },
  { situation: '', operation: 'list', subject, world, try: { list: path.split('/')[0] ?? '' } },
];

/** The three ways to write a document nobody but the server writes. */
export const writes = (path: string, what: Guarded, data: Fields): Trial[] => [
  { situation: 'alone', operation: 'create', subject: { what }, world: {}, try: { batch: [{ set: path, data }] } },
  {
    situation: 'alone',
    operation: 'update',
    subject: { what },
    world: { [path]: data },
    try: { batch: [{ update: path, data: { ...data, touched: true } }] },
  },
  {
    situation: 'alone',
    operation: 'delete',
    subject: { what },
    world: { [path]: data },
    try: { batch: [{ delete: path }] },
  },
];
