/** How much of the disk an installation takes: what runs, of which Node is nearly half, and what builds it. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What runs. */
export const INSTALLED_MEGABYTES_MAX = 370;
/** What builds Studio and the server, in a clone alone: an image and a package bring both built. */
export const BUILDING_MEGABYTES_MAX = 240;

const BLOCK_BYTES = 512;
const MEGABYTE = 1_048_576;

/** Megabytes that a folder takes on the disk, without folders inside that are called `except`. */
export function folderMegabytes(folder: string, except?: string): number {
  let megabytes = megabytesOf(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) megabytes += megabytesOf(path);
    else if (entry.name !== except) megabytes += folderMegabytes(path, except);
  }
  return megabytes;
}

function megabytesOf(path: string): number {
  return (lstatSync(path).blocks * BLOCK_BYTES) / MEGABYTE;
}
