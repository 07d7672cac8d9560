import { buckets } from '@frontage/model/paths';
import { bucketParameter, usualParameters } from '../../hosted/usual-parameters.ts';
import { advice, type Finding } from '../finding.ts';
import type { Examined } from './examined.ts';

/** Parameters that a deployment reads from functions/.env files, with their defaults. */
const parameters: Readonly<Record<string, string>> = {
  ...usualParameters,
  ADMIN_ORIGIN: '',
  PUBLISH_WEBHOOK_URL: '',
  ...Object.fromEntries(Object.values(buckets).map((target) => [bucketParameter(target), target])),
};

/**
 * Reports deployed parameters without a local value. The .env files are not in git, so another machine may lack them.
 */
export function missingParameters(
  { project, setting }: Pick<Examined, 'project' | 'setting'>,
  deployed: Record<string, string | undefined>,
): Finding[] {
  const lacking = Object.entries(parameters).flatMap(([name, usual]) => {
    const has = deployed[name];
    return has === undefined || has === '' || has === usual || setting(name) ? [] : `${name}=${has}`;
  });
  if (lacking.length === 0) return [];
  const file = `functions/.env.${project}`;
  const quoted = lacking.map((line) => `'${line.replaceAll("'", `'\\''`)}'`).join(' ');
  return [
    advice('functions.parameters', {
      what: `${file} lacks deployed parameters: ${lacking.join(', ')}`,
      why: 'A deployment from this folder asks for them or omits them',
      next: `printf '%s\\n' ${quoted} >> ${file} && npx frontage setup --project ${project}`,
    }),
  ];
}
