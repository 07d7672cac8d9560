import type { PipelineStatus } from '@frontage/pipeline';
import { project } from './requests.fixture.ts';
import type { LocalProject } from '../check.ts';
import type { Recordings } from './recorded-google.fixture.ts';

/** The environment of a correct project. */
export const settings = {
  PUBLIC_SITE_ORIGIN: 'https://www.example.com',
  PUBLIC_ADMIN_ORIGIN: 'https://admin.example.com',
  PUBLIC_EMBED_ORIGIN: 'https://embed.example.com',
  PUBLIC_PIPELINE_ORIGIN: 'https://frontage.example.com',
  ADMIN_ORIGIN: 'https://admin.example.com',
  FUNCTIONS_REGION: 'us-central1',
  FIREBASE_WEB_CONFIG: JSON.stringify({ apiKey: 'k', authDomain: 'a.example', projectId: project, appId: '1:1:web:a' }),
  SETUP_CODE: '0123456789abcdef',
};

/** The differences of a project from a correct one. */
export interface Misconfiguration {
  answers?: Recordings;
  settings?: Record<string, string | undefined>;
  skew?: number;
  /** The pipeline's status. */
  status?: Partial<PipelineStatus>;
  project?: Partial<LocalProject>;
}
