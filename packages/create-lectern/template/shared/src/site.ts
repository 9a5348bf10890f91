/** Where the content comes from. The keys are in `.env`, and stay on the server. */
import { type Client, createClient, type Drafts, LecternError } from '@lectern/client';
import type { Model } from './lectern.ts';

const { LECTERN_URL = '', LECTERN_SPACE: space = '', LECTERN_TOKEN: token = '' } = process.env;
const place = { url: LECTERN_URL, space };

/** Address of the service. */
export const service: string = LECTERN_URL;

/** What is published. */
export const site: Client<Model> = createClient<Model>({ ...place, token });

/** Drafts, as the person sees them who opened the preview in Studio. */
export const drafts = (preview: string): Client<Model, Drafts> =>
  createClient<Model>({ ...place, token: preview, preview: true });

/** Of a preview: whether its token is an hour old, or of somebody who may not look any more. */
export const isExpired = (error: unknown): boolean => error instanceof LecternError && error.status === 401;
export const EXPIRED = 'This preview has expired. Open it anew in Studio.';
