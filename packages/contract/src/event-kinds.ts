/**
 * Every kind of event that a webhook can receive. This is the public list of the API. The journal accepts no other kind, so an
 * event that nobody can deliver is never committed.
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
  'environment.update',
  'change_set.publish',
  'change_set.fail',
  'change_set.undo',
] as const;

export type EventKind = (typeof eventKinds)[number];

/**
 * Kinds that only webhooks receive which name them: what a change set changes are entries, whose own events are sent too.
 */
export const namedOnlyKinds: readonly EventKind[] = ['change_set.publish', 'change_set.fail', 'change_set.undo'];

/** What an event is about: the part of its kind before the dot. */
export type EventResource = EventKind extends `${infer Resource}.${string}` ? Resource : never;

/** The events of one kind of resource. */
export type EventOf<Resource extends string> = Extract<EventKind, `${Resource}.${string}`>;
