// Every host of the model has it; no host's library is in the model's types.
declare const URL: { canParse(value: string): boolean };

/** Whether `value` is an absolute http or https URL: no other scheme, no credentials, no control characters. */
export function isHttpUrl(value: string): boolean {
  // Browsers read a backslash as a slash, so one in the host would name another.
  const hasPlainHost = /^https?:\/\/[^/?#@\\]+(?:[/?#]|$)/i.test(value);
  return URL.canParse(value) && hasPlainHost && !hasControlCharacter(value);
}

/** Whether `value` is a path on this site: exactly one leading slash, no backslash, no control character. */
export function isSitePath(value: string): boolean {
  return /^\/(?!\/)[^\\]*$/.test(value) && !hasControlCharacter(value);
}

function hasControlCharacter(value: string): boolean {
  // Browsers strip tabs and newlines inside URLs, so none may pass.
  return /\p{Cc}/u.test(value);
}
