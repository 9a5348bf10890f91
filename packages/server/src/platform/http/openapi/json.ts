/** Walks arbitrary JSON, such as the OpenAPI document. */

export type JsonObject = { [key: string]: unknown };

/** Whether a value is an object and not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under a key; a new empty one if there is none. */
export function objectAt(value: unknown, key: string): JsonObject {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : {};
}
