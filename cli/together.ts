/** All of them, like `Promise.all`; a failure is thrown once the others are over, so that nothing starts after it. */
export async function together<Tasks extends readonly unknown[] | []>(tasks: Tasks) {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
