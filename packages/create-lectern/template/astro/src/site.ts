/** Where the content comes from. The keys are in `.env`, and stay on the server. */

import { getSecret } from 'astro:env/server';
import { type Client, createClient, type Drafts, LecternError } from '@lectern/client';
import type { Model } from './lectern.ts';

const place = { url: getSecret('LECTERN_URL') ?? '', space: getSecret('LECTERN_SPACE') ?? '' };

/** Address of the service. */
export const service: string = place.url;

/** What is published. */
export const site: Client<Model> = createClient<Model>({ ...place, token: getSecret('LECTERN_TOKEN') ?? '' });

/** Drafts, as the person sees them who opened the preview in Studio. */
export const drafts = (preview: string): Client<Model, Drafts> =>
  createClient<Model>({ ...place, token: preview, preview: true });

/** Of a preview: whether its token is an hour old, or of somebody who may not look any more. */
export const isExpired = (error: unknown): boolean => error instanceof LecternError && error.status === 401;
export const EXPIRED = 'This preview has expired. Open it anew in Studio.';
