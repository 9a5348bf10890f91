/**
 * The ids used in the examples: those of things that every demo has. A running demo replaces them with its own, so that
 * the requests on its reference page work as they are.
 */

/** The time of everything in the examples that has no date of its own. */
export const EXAMPLE_TIME = '2026-11-21T10:00:00.000Z';

/** What the ids of the examples stand for. */
export const exampleIds = {
  account: 'acc_01kb4w9m4qxz1r5k7c2v8t3y6p',
  user: 'usr_01kb4w9m4r2f6h8j1n3q5s7v9x',
  session: 'ses_01kb4w9m4s4g6k8m1p3r5t7w9z',
  space: 'spc_01kb4w9m4t5h7k9n2q4s6v8x1y',
  environment: 'env_01kb4w9m4v6j8m1p3r5t7w9z2a',
  /** What the ids of entries, assets and content types contain of their environment, with its underscores. */
  environmentCode: '_k3x9q2_',
  englishLocale: 'loc_01kb4w9m4w7k9n2q4s6v8x1y3b',
  germanLocale: 'loc_01kb4w9m4w8n3q6s1v4x7y9z2c',
  deliveryKey: 'key_01kb4w9m4x8m1p3r5t7w9z2a4c',
  previewKey: 'key_01kb4w9m4x9n3q6s1v4x7y9z2d',
  managementKey: 'key_01kb4w9m4y1p5r8t2w6z9b3d7f',
} as const;

/** The ids of one installation by the same names. */
export type ExampleIds = Readonly<Record<keyof typeof exampleIds, string>>;

/** Replaces the ids of the examples in a text with those of an installation. */
export function withIds(text: string, ids: ExampleIds): string {
  let filled = text;
  for (const [name, id] of Object.entries(exampleIds)) filled = filled.replaceAll(id, ids[name as keyof ExampleIds]);
  return filled;
}
