import type { HostedFiles } from '@frontage/local/hosting/server';
import { startHosting } from '@frontage/local/hosting/server';
import type { Log } from '@frontage/local/start';
import { functionsRegion, hostingConfig, originMarks, type Addresses } from './configuration.ts';
import type { Ports } from './ports.ts';

export interface OriginOptions {
  target: 'site' | 'admin' | 'embed';
  files: HostedFiles;
  addresses: Addresses;
  ports: Ports;
  host: string;
  project: string;
  /** Secret shared with the local functions, which accept forwarded client addresses only with it. */
  hopSecret?: string;
  log: Log;
}

/** Serves one hosting target of firebase.json on its port; `function` rewrites call the local functions. */
export function serveOrigin({ target, files, addresses, ports, host, project, hopSecret, log }: OriginOptions) {
  const region = functionsRegion(project);
  return startHosting({
    config: hostingConfig({ target, marks: originMarks(addresses), region }),
    files,
    host,
    port: ports[target],
    rewriteFunction: (name) => `http://${addresses.functions}/${project}/${region}/${name}`,
    hopSecret,
    log,
  });
}
