/**
 * Every kind of event that webhooks can be sent: the public list of the interface. The journal takes no other, so that
 * nothing can be committed as an event that nobody can deliver.
 */
export const eventKinds = [
  'entry.create',
  'entry.update',
  'entry.publish',
  'entry.unpublish',
  'entry.archive',
  'entry.delete',
  'content_type.create',
  'content_type.update',
  'content_type.delete',
  'asset.create',
  'asset.update',
  'asset.delete',
  'environment.create',
] as const;

export type EventKind = (typeof eventKinds)[number];

/** What an event can be of: the part of its kind before the dot. */
export type EventResource = EventKind extends `${infer Resource}.${string}` ? Resource : never;

/** The events of one kind of resource. */
export type EventOf<Resource extends string> = Extract<EventKind, `${Resource}.${string}`>;
