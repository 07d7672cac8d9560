import { DOCUMENT_ACCESS } from './document-access.ts';
import { GLOBAL_FUNCTIONS } from './library/tables.ts';
import type { ServiceName } from './syntax.ts';

/** Whether the name belongs to a global function of the language. */
export function isBuiltIn(name: string, service: ServiceName): boolean {
  return name === 'debug' || GLOBAL_FUNCTIONS.has(name) || (service === 'cloud.firestore' && DOCUMENT_ACCESS.has(name));
}

/** Storage rules read documents through the namespace `firestore`. */
export const isStorageAccess = (name: string): boolean => name === 'get' || name === 'exists';

const REQUEST_MEMBERS: Readonly<Record<ServiceName, readonly string[]>> = {
  'cloud.firestore': ['auth', 'method', 'path', 'query', 'resource', 'time'],
  'firebase.storage': ['auth', 'method', 'path', 'resource', 'time'],
};

const RESOURCE_MEMBERS: Readonly<Record<ServiceName, readonly string[]>> = {
  'cloud.firestore': ['__name__', 'data', 'id'],
  'firebase.storage': [
    'bucket',
    'contentDisposition',
    'contentEncoding',
    'contentLanguage',
    'contentType',
    'crc32c',
    'etag',
    'generation',
    'md5Hash',
    'metadata',
    'metageneration',
    'name',
    'size',
    'timeCreated',
    'updated',
  ],
};

/** The members allowed after a path of names such as `request.auth`; null if any member is allowed. */
export function knownMembers(path: string, service: ServiceName): readonly string[] | null {
  switch (path) {
    case 'request':
      return REQUEST_MEMBERS[service];
    case 'request.auth':
      return ['token', 'uid'];
    case 'request.query':
      return ['limit', 'offset', 'orderBy'];
    case 'resource':
    case 'request.resource':
      return RESOURCE_MEMBERS[service];
    default:
      return null;
  }
}
