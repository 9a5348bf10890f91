/**
 * The files of Studio as its build made them, with the compressed forms beside them (`name.br`, `name.gz`). They are listed
 * again when a new build replaced the page. Invariant: only what was listed is read, so that no path leads out of the folder.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { hasErrorCode } from '../../platform/kit/system-error.ts';

const PAGE = 'index.html';
/** Where the build puts files whose names contain a hash of their content. */
const HASHED_FOLDER = 'assets/';
/** Tells Studio to greet with the creation of the first account. */
const FIRST_ACCOUNT = '<meta name="first-account" content="awaited">';
/** What the page carries the nonce of its styles in. */
const NONCE_TAG = /<meta name="csp-nonce"[^>]*>/;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};
const COMPRESSED = { br: '.br', gzip: '.gz' } as const;

/** A coding of HTTP that a file may also be there in. */
export type Coding = keyof typeof COMPRESSED;

/** A file of the build. */
export interface StudioFile {
  readonly mediaType: string;
  /** Whether its name changes with its content. */
  readonly isHashed: boolean;
  readonly codings: ReadonlySet<Coding>;
  /** Its bytes, in a coding that it is there in; plain for null. */
  read(coding: Coding | null): Promise<Buffer>;
}

interface Listing {
  /** When the page was built, in milliseconds. */
  readonly builtAt: number;
  /** The page in front of the nonce and behind it. */
  readonly page: readonly [string, string];
  readonly files: ReadonlyMap<string, StudioFile>;
}

export class BuiltStudio {
  readonly #folder: string;
  #listing: Listing | null = null;

  /** @param folder what the build wrote; it may not be there yet */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The page, which lets styles with the nonce in; null if Studio is not built.
   * @param facts.nonce in Base64
   * @param facts.awaitsFirst whether the first account is still to be created
   */
  async page({ nonce, awaitsFirst }: { nonce: string; awaitsFirst: boolean }): Promise<string | null> {
    const listing = await this.#current();
    if (listing === null) return null;
    return listing.page.join(`<meta name="csp-nonce" content="${nonce}">${awaitsFirst ? FIRST_ACCOUNT : ''}`);
  }

  /** The file of a name such as `assets/start-4f2c.js`; undefined if the build has none. */
  async file(name: string): Promise<StudioFile | undefined> {
    return (await this.#current())?.files.get(name);
  }

  async #current(): Promise<Listing | null> {
    const builtAt = await timeOf(join(this.#folder, PAGE));
    if (builtAt === null) return null;
    if (this.#listing?.builtAt !== builtAt) this.#listing = await list(this.#folder, builtAt);
    return this.#listing;
  }
}

async function timeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

/** What a folder holds; null if its page is not one of Studio. */
async function list(folder: string, builtAt: number): Promise<Listing | null> {
  const [before, after] = (await readFile(join(folder, PAGE), 'utf8')).split(NONCE_TAG);
  if (before === undefined || after === undefined) return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const all = new Set(names);
  const files = names.flatMap((name) => {
    const mediaType = MEDIA_TYPES[extname(name)];
    return mediaType === undefined ? [] : [[name, fileOf({ folder, name, mediaType, all })] as const];
  });
  return { builtAt, page: [before, after], files: new Map(files) };
}

function fileOf(of: { folder: string; name: string; mediaType: string; all: ReadonlySet<string> }): StudioFile {
  const { folder, name, mediaType, all } = of;
  const codings = (['br', 'gzip'] as const).filter((coding) => all.has(name + COMPRESSED[coding]));
  return {
    mediaType,
    isHashed: name.startsWith(HASHED_FOLDER),
    codings: new Set(codings),
    read: (coding) => readFile(join(folder, name + (coding === null ? '' : COMPRESSED[coding]))),
  };
}
