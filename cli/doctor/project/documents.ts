import { collections } from '@frontage/model/paths';

/** Where Firestore's REST API has a document. */
export const documentIn = (project: string, path: string): string =>
  `firestore.googleapis.com/v1/projects/${project}/databases/(default)/documents/${path}`;

/** The document that says that there is a first administrator. */
export const firstAdministrator = (project: string): string => documentIn(project, `${collections.system}/bootstrap`);
