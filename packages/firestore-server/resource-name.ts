import { invalid, refuse } from './status.ts';

/** A place in a database: `path` is relative to the documents root, '' for the root itself. */
export interface DocumentLocation {
  project: string;
  path: string;
}

const root = /^projects\/([^/]+)\/databases\/([^/]+)(?:\/documents(?:\/(.*))?)?$/s;

export function documentsRoot(project: string): string {
  return `projects/${project}/databases/(default)/documents`;
}

/** The full resource name of a document. */
export function nameOf(project: string, path: string): string {
  return `${documentsRoot(project)}/${path}`;
}

/** `projects/P/databases/(default)` → P. */
export function parseDatabase(name: string): string {
  return parse(name).project;
}

/** The name of a document, or (`parent` of a query or listing) the documents root. */
export function parseParent(name: string): DocumentLocation {
  const place = parse(name);
  if (place.path !== '' && !isDocumentPath(place.path)) {
    invalid(`Document parent name "${name}" is not the documents root or a document.`);
  }
  return place;
}

export function parseDocumentName(name: string): DocumentLocation {
  const place = parse(name);
  if (!isDocumentPath(place.path)) {
    invalid(`Document name "${name}" has invalid number of segments: it must name a document in a collection.`);
  }
  return place;
}

function parse(name: string): DocumentLocation {
  const match = root.exec(name);
  if (match === null) invalid(`Resource name "${name}" does not begin with "projects/*/databases/*/documents".`);
  const [, project = '', database = '', path = ''] = match;
  if (database !== '(default)') {
    refuse(
      'NOT_FOUND',
      `The database ${database} does not exist for project ${project} Please visit ` +
        `https://console.cloud.google.com/datastore/setup?project=${project} to add a Cloud Datastore or Cloud Firestore database. `,
    );
  }
  if (path !== '') path.split('/').forEach(checkId);
  return { project, path };
}

function isDocumentPath(path: string): boolean {
  return path !== '' && path.split('/').length % 2 === 0;
}

/** Collection and document ids: 1 to 1,500 bytes of UTF-8, no slash, not `.` or `..`, not `__.*__`. */
export function checkId(id: string): void {
  if (id === '') invalid('Resource name has an empty segment.');
  if (id.includes('/')) invalid(`Resource id "${id}" is invalid because it contains "/".`);
  if (!id.isWellFormed()) invalid('Resource id is not valid Unicode.');
  if (id === '.' || id === '..') invalid(`Resource id "${id}" is invalid because it is "." or "..".`);
  if (/^__.*__$/s.test(id) && !/^__id-?\d+__$/.test(id)) {
    invalid(`Resource id "${id}" is invalid because it is reserved.`);
  }
  if (id.length > 500 && Buffer.byteLength(id) > 1500) {
    invalid(`Resource id "${id.slice(0, 20)}…" is invalid because it is longer than 1500 bytes.`);
  }
}

/** `pages/a/parts/b` → `pages/a/parts`. */
export function collectionOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

export function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function join(parent: string, id: string): string {
  return parent === '' ? id : `${parent}/${id}`;
}
