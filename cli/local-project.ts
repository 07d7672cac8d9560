import type { Failure } from './failure.ts';

/** Whether a project lives in the embedded local Firebase: Firebase keeps `demo-` for projects that do not exist. */
export const isEmbedded = (project: string): boolean => project.startsWith('demo-');

/** Why the local Firebase must not serve a project here. */
export function refuseLocal(project: string): Failure | null {
  if (!isEmbedded(project)) {
    return {
      what: `${project} may be a hosted project, and this starts a local one`,
      next: 'Use an id that begins with demo-. For a hosted project: npm run deploy -- --project ID',
    };
  }
  if (process.env['NODE_ENV'] === 'production') {
    return {
      what: 'The local Firebase checks no credentials: it does not start with NODE_ENV=production',
      next: 'Run it without: env -u NODE_ENV npm start. docs/deploy.md says how a site goes into production',
    };
  }
  return null;
}
