/** All files that mean harm, and one that does not. */
import { archives } from './archives.ts';
import { brokenDrawings, drawings } from './drawings.ts';
import type { Canary, HostileFile } from './hostile-file.ts';
import { names } from './names.ts';
import { pages } from './pages.ts';
import { bombs, damagedPictures, polyglots } from './pictures.ts';

export const HARMLESS: HostileFile = {
  title: 'harmless',
  name: 'a.gif',
  type: 'image/gif',
  bytes: Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64'),
  expected: { mimeType: 'image/gif' },
};

/** Makes them; those that call somebody call the canary. */
export async function corpus(canary: Canary): Promise<HostileFile[]> {
  const parts = [drawings(canary), brokenDrawings(canary), pages(canary), archives(canary), names()];
  return [...parts.flat(), ...(await damagedPictures()), ...(await bombs()), ...(await polyglots(canary))];
}
