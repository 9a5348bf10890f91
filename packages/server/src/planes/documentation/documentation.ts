/**
 * The documentation as pages: what stands in `docs/` as Markdown, read where the program is. Invariant: nothing but the pages and
 * pictures of the three folders is ever read, whatever a path asks for.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFolder } from '../../platform/config/package-folder.ts';
import { type Place, sections } from './document-place.ts';

const DOCS = path.join(packageFolder, '../../docs');

const PAGE_NAME = /^[a-z0-9][a-z0-9-]{0,60}$/;
const PICTURE_NAME = /^[a-z0-9][a-z0-9-]{0,60}\.jpg$/;

/** Pages once made: they are as many as there are files. */
const pages = new Map<string, string>();

/** The HTML of the list of all pages; null where the program came without them. */
export function documentationHome(): Promise<string | null> {
  return pageOf('README.md', 'home');
}

/** The HTML of a page, such as `guide`, `webhooks`; null if there is none. */
export async function documentationPage(section: string, name: string): Promise<string | null> {
  return isSection(section) && PAGE_NAME.test(name) ? pageOf(`${section}/${name}.md`, section) : null;
}

/** A picture that a guide shows; null if there is none. */
export async function documentationPicture(name: string): Promise<Buffer | null> {
  if (!PICTURE_NAME.test(name)) return null;
  return readFile(path.join(DOCS, 'guide/studio', name)).catch(() => null);
}

async function pageOf(file: string, place: Place): Promise<string | null> {
  const known = pages.get(file);
  if (known !== undefined) return known;
  const markdown = await readFile(path.join(DOCS, file), 'utf8').catch(() => null);
  if (markdown === null) return null;
  // Most services are never asked for a page: a start does not load what makes them.
  const { renderDocument } = await import('./render-document.ts');
  const page = renderDocument(markdown, place);
  pages.set(file, page);
  return page;
}

function isSection(name: string): name is (typeof sections)[number] {
  return (sections as readonly string[]).includes(name);
}
