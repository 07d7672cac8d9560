const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A random id like Firestore's own: 20 letters and digits, about 119 bits. */
export function newId(): string {
  let id = '';
  while (id.length < 20) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      // Larger bytes would make the first letters of the alphabet more likely.
      if (byte < 248 && id.length < 20) id += alphabet[byte % alphabet.length] ?? '';
    }
  }
  return id;
}
