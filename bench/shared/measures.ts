/** The value that `share` percent of the values do not exceed; NaN without values. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil((values.length * share) / 100) - 1)] ?? NaN;

/** The text at an address of the site; null if the answer is an error. */
export async function textAt(url: string): Promise<string | null> {
  // Polling must not slow down publishing: both share the machine.
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const text = await response.text();
  return response.ok ? text : null;
}
