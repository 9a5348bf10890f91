/**
 * The examples of the OpenAPI document: requests and responses of a running demo, recorded by
 * `test/docs/reference/examples.test.ts`, which fails where they are out of date.
 */
import recorded from './examples.json' with { type: 'json' };

/** One request that the service accepted, and its response. */
export interface RecordedExample {
  /** Path parameters, and query parameters that were accepted on their own, by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The body; text if it is not JSON. */
  readonly request?: unknown;
  /** The bodies of its responses by status, if they are JSON. */
  readonly responses: Readonly<Record<string, unknown>>;
}

/** The example of an operation, by the operation's name; undefined if none is recorded. */
export function exampleOf(operation: string): RecordedExample | undefined {
  return (recorded as Readonly<Record<string, RecordedExample>>)[operation];
}
