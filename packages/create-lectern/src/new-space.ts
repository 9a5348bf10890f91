/** Fills the space of a new site: the model that the site has as code, the first content, its keys, and the webhook. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LecternError } from '@lectern/client';
import { modelOf } from '@lectern/client/schema';
import { keptModel, pushModel } from '../../client/src/content-as-code/model-push.ts';
import { Service } from '../../client/src/program/service.ts';
import { article } from '../template/shared/lectern/article.ts';
import { author } from '../template/shared/lectern/author.ts';
import { hero, prose, quote, teasers } from '../template/shared/lectern/blocks.ts';
import { page } from '../template/shared/lectern/page.ts';
import { type FirstPicture, firstEntries, firstPictures } from './content.ts';

const ENVIRONMENT = 'master';
const SPACE_NAME = 'My site';
const LOCALE = 'en';
/** The address that stands in the files of the starters. */
export const LOCAL_SITE = 'http://127.0.0.1:3000';
/** What changes what visitors see: docs/operations/cdn.md. */
const EVENTS = [
  'entry.publish',
  'entry.unpublish',
  'asset.create',
  'asset.update',
  'asset.delete',
  'content_type.create',
  'content_type.update',
  'content_type.delete',
  'environment.create',
  'environment.update',
];

/** Who made the space, to log in to Studio with. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

/** What a site needs to know. */
export interface NewSpace {
  readonly id: string;
  readonly delivery: string;
  readonly management: string;
  /** Null where the service does not send to the address of the site. */
  readonly webhookSecret: string | null;
}

/** Signs up at a service. @returns a token for what comes next. @throws LecternError */
export async function signUp(url: string, person: Person): Promise<string> {
  const service = new Service({ url, token: '', space: '', environment: ENVIRONMENT });
  return (await service.send<{ access_token: string }>('POST', 'auth/signup', person)).access_token;
}

/** Makes a space and fills it. @param site address of the site. @param pictures their folder. @throws LecternError */
export async function makeSpace(url: string, token: string, site: string, pictures: string): Promise<NewSpace> {
  const account = new Service({ url, token, space: '', environment: ENVIRONMENT });
  const body = { name: SPACE_NAME, default_locale: LOCALE };
  const { id } = await account.send<{ id: string }>('POST', 'spaces', body);
  const service = new Service({ ...account.place, space: id });
  await fillModel(service, site);
  for (const picture of firstPictures) await upload(service, picture, join(pictures, `${picture.key}.jpg`));
  for (const entry of firstEntries) {
    const entries = `${service.pathOf()}/entries`;
    await service.send('POST', entries, entry);
    await service.send('POST', `${entries}/${entry.key}/publish`, {});
  }
  const keyOf = async (kind: string, more: object = {}) =>
    (await service.send<{ token: string }>('POST', `spaces/${id}/api-keys`, { name: 'Site', kind, ...more })).token;
  return {
    id,
    delivery: await keyOf('delivery'),
    management: await keyOf('management', { role: 'admin' }),
    webhookSecret: await makeWebhook(service, site),
  };
}

async function fillModel(service: Service, site: string): Promise<void> {
  const types = modelOf([author, article, hero, prose, quote, teasers, page]);
  const placed = JSON.parse(JSON.stringify(types).replaceAll(LOCAL_SITE, () => site));
  await pushModel(service, await keptModel(service), placed, { dryRun: false });
}

async function upload(service: Service, { key, title, alt }: FirstPicture, file: string): Promise<void> {
  const form = new FormData();
  for (const [name, text] of Object.entries({ key, title, alt })) form.set(name, text);
  form.set('file', new Blob([await readFile(file)]), `${key}.jpg`);
  const { url, token } = service.place;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/${service.pathOf()}/media`, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(`The picture ${key} was not taken: ${await response.text()}`);
}

/** Services send to addresses of their own machine only where their operator allows it. */
async function makeWebhook(service: Service, site: string): Promise<string | null> {
  const body = { name: 'Site', url: `${site}/lectern`, events: EVENTS };
  try {
    return (await service.send<{ secret: string }>('POST', `spaces/${service.place.space}/webhooks`, body)).secret;
  } catch (error) {
    if (error instanceof LecternError && error.status === 422) return null;
    throw error;
  }
}
