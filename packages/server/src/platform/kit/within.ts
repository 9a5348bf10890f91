/** Waiting with an end. */

/** What a promise resolves to, or `otherwise` if that takes longer. The promise itself goes on. */
export async function within<T>(timeoutMs: number, promise: Promise<T>, otherwise: T): Promise<T> {
  const { promise: timeout, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(resolve, timeoutMs, otherwise);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
