import { collections } from '@frontage/model/paths';

/** Address of a document in Firestore's REST API, without scheme. */
export const documentIn = (project: string, path: string): string =>
  `firestore.googleapis.com/v1/projects/${project}/databases/(default)/documents/${path}`;

/** Address of the document that exists as soon as there is a first administrator. */
export const firstAdministrator = (project: string): string => documentIn(project, `${collections.system}/bootstrap`);
