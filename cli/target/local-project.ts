import type { Failure } from '../runtime/failure.ts';

/** Whether a project uses the embedded local Firebase: Firebase reserves the prefix `demo-` for local projects. */
export const isEmbedded = (project: string): boolean => project.startsWith('demo-');

/** A failure if the local Firebase must not serve the project in this environment, else null. */
export function refuseLocal(project: string): Failure | null {
  if (!isEmbedded(project)) {
    return {
      what: `${project} may be a hosted project, but this command starts a local one`,
      next: 'Use an id that begins with demo-. For a hosted project: npm run deploy -- --project ID',
    };
  }
  if (process.env['NODE_ENV'] === 'production') {
    return {
      what: 'The local Firebase checks no credentials: it does not start with NODE_ENV=production',
      next: 'Run: env -u NODE_ENV npm start. docs/deploy.md describes production',
    };
  }
  return null;
}
