/** Firebase Hosting, as the package exports it. */
export { openHostingApi, type HostingApi } from './api.ts';
export { HostingRefusal, type HostingApiOptions } from './call.ts';
export { deployFiles, timeDeployment } from './deploy.ts';
export { openHostingOutlet } from './outlet.ts';
export type { HostedFile } from './version.ts';
export { versionConfig, type HostingConfig, type ServingConfig } from './version-config.ts';
