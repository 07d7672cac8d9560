import { z } from 'zod';
import { GoogleRefusal } from '../google.ts';
import type { Examined } from './examined.ts';

const payload = z.object({ payload: z.object({ data: z.string() }) });

/** The command that permits a user to read a secret. */
export const grantSecretAccessCommand = (name: string, project: string): string =>
  `gcloud secrets add-iam-policy-binding ${name} --project ${project} --member user:YOU@EXAMPLE.COM --role roles/secretmanager.secretAccessor`;

export const secretAccessDenied = Symbol('may not be read');

/**
 * The newest value of a secret; null if it has no enabled version, `secretAccessDenied` if it may not be read.
 * @see https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets.versions/access
 */
export async function readSecret(
  { google, project }: Pick<Examined, 'google' | 'project'>,
  name: string,
): Promise<string | typeof secretAccessDenied | null> {
  const address = `secretmanager.googleapis.com/v1/projects/${project}/secrets/${name}/versions/latest:access`;
  try {
    const answer = await google.get(address, payload);
    return answer && Buffer.from(answer.payload.data, 'base64').toString();
  } catch (error) {
    if (!(error instanceof GoogleRefusal)) throw error;
    // The newest version is disabled or destroyed.
    if (error.status === 400) return null;
    if (error.status === 403 && error.reason === null) return secretAccessDenied;
    throw error;
  }
}
