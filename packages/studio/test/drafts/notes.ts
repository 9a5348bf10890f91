/** What the cases of drafts write: notes in two languages, side by side on the screen, of every kind that is saved in its own way. */
import type { BrowserContext } from 'playwright-core';
import { SENDS_HOME } from '../../../server/test/webhooks/webhook.ts';
import { field } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';
import type { Case, Stage, StudioScene } from '../harness/scene.ts';
import { EntryOnScreen, linesOf, type Value } from './entry-on-screen.ts';

/** The locales of the space, side by side on the screen. */
const LOCALES = ['en-US', 'de'];

export const TITLE: Value = ['title', 'en-US'];
export const GERMAN_TITLE: Value = ['title', 'de'];
export const BODY: Value = ['body', 'en-US'];
/** Rich text. */
export const STORY: Value = ['story', 'en-US'];
export const GERMAN_STORY: Value = ['story', 'de'];
/** At most five characters are taken. */
export const CODE: Value = ['code', 'en-US'];

const note = {
  api_id: 'note',
  name: 'Note',
  display_field: 'title',
  fields: [
    field('title', 'text', { localized: true }),
    field('body', 'text', { localized: true }),
    field('story', 'rich_text', { localized: true }),
    field('code', 'string', { validations: { max_length: 5 } }),
  ],
};

export type NoteCase = Case<void>;

/** A space of notes, behind a proxy. */
export const notes: Stage<void> = {
  env: SENDS_HOME,
  isProxied: true,
  fill: async ({ owner, space, base }) => {
    await owner.post(`${space}/locales`, { code: 'de', name: 'Deutsch' }, 201);
    await owner.post(`${base}/content-types`, note, 201);
  },
};

/** Writes a note past Studio. @returns its key */
export async function newNote({ given }: StudioScene, fields: Record<string, unknown> = {}): Promise<string> {
  const body = { content_type_id: 'note', fields };
  return (await given.management.post(`${given.base}/entries`, body, 201)).string('key');
}

/** The screen of a note, in a tab of its own. */
export async function showNote(scene: StudioScene, context: BrowserContext, key: string): Promise<EntryOnScreen> {
  const screen = new EntryOnScreen(await scene.showEntry(`${key}?locales=${LOCALES.join(',')}`, context));
  await screen.isOpen();
  return screen;
}

/** Changes a note as another program does. */
export async function changeElsewhere(
  { given }: StudioScene,
  key: string,
  [name, locale]: Value,
  value: unknown,
): Promise<void> {
  await given.management.patch(`${given.base}/entries/${key}`, { fields: { [name]: { [locale]: value } } }, 200);
}

/** What the service holds. */
export async function served({ given }: StudioScene, key: string, [name, locale]: Value): Promise<unknown> {
  return (await given.management.get(`${given.base}/entries/${key}`, 200)).at(`fields.${name}.${locale}`);
}

/** Delays of answers, the longest first: of each three, the later overtake the earlier. */
export function inOvertakingOrder(longestMs: number): () => number {
  let count = 0;
  return () => (longestMs * (2 - (count++ % 3))) / 2;
}

/** Waits until the service holds that. */
export async function comesToServe(scene: StudioScene, key: string, value: Value, text: string): Promise<void> {
  await until(
    async () => linesOf(await served(scene, key, value)),
    (held) => held === text,
  );
}
