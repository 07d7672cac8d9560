/** What is wrong with the address of a mail server, in words that do not tell its password; null where nothing is. */
export function wrongWithServer(address: string): string | null {
  if (address !== address.trim()) return 'begins or ends with a blank or the end of a line';
  const url = URL.parse(address);
  const isServer = url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '';
  return isServer ? null : 'is no address of a mail server: smtp://… or smtps://…';
}
