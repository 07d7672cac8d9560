import { z } from 'zod';
import { missing, ok } from '../finding.ts';
import { GoogleRefusal } from '../google.ts';
import type { Check } from './examined.ts';
import { grantCommand, projectPolicy, rolesOf } from './policy.ts';

const firebaseProject = z.object({ projectNumber: z.string().optional() });

const role = 'roles/firebaserules.firestoreServiceAgent';

/**
 * Checks whether the Storage rules may read Firestore, which holds the staff's roles. An interactive deployment grants
 * this role after a question, other deployments do not.
 * @see https://firebase.google.com/docs/storage/security/rules-conditions#enhance_with_cloud_firestore
 */
export const uploadRules: Check = {
  name: 'access.upload-rules',
  examine: async ({ project, google, rules }) => {
    if (!/firestore\.(get|exists)/.test(rules['storage.rules'])) return [];
    const request = google.get(`firebase.googleapis.com/v1beta1/projects/${project}`, firebaseProject);
    // The `project` check reports a missing project and a refused request.
    const found = await request.catch((error: unknown) => {
      if (error instanceof GoogleRefusal) return null;
      throw error;
    });
    if (found?.projectNumber === undefined) return [];
    const member = `serviceAccount:service-${found.projectNumber}@gcp-sa-firebasestorage.iam.gserviceaccount.com`;
    if (rolesOf(await projectPolicy({ google, project }), member).includes(role))
      return [ok('access.upload-rules', 'The rules of uploads may read roles')];
    return [
      missing('access.upload-rules', {
        what: 'The rules of uploads may not read Firestore',
        why: 'They read the user’s role there: every upload is refused',
        next: grantCommand(project, { member, role }),
      }),
    ];
  },
};
