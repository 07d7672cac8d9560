/** The error of a mail server's address, without its password; null if it is valid. */
export function mailServerProblem(address: string): string | null {
  if (address !== address.trim()) return 'starts or ends with white space';
  const url = URL.parse(address);
  const isServer = url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '';
  return isServer ? null : 'is not the address of a mail server: smtp://… or smtps://…';
}
