const mega = 1024 * 1024;

/** A number of bytes for display, rounded up: '1.4 MB', '480 KB'. */
export const formatBytes = (bytes: number): string =>
  bytes >= mega ? `${Math.ceil((bytes / mega) * 10) / 10} MB` : `${Math.max(1, Math.ceil(bytes / 1024))} KB`;
