/**
 * Like `Promise.all`, but throws a failure only after all tasks have settled, so that none of them continues after it.
 */
export async function allSettledThenThrow<Tasks extends readonly unknown[] | []>(tasks: Tasks) {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
