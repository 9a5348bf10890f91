/**
 * The owner of what a command makes. An operator often runs commands as root on an installation whose service runs as another
 * user, who has to be able to read and replace what they leave.
 */
import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = 0;

/**
 * Gives a file, or a folder with everything in it, to the owner of a place. Only root can, and only root has to.
 * @param place an existing file or folder
 * @param path what was made there
 */
export function giveToOwnerOf(place: string, path: string): void {
  if (process.getuid?.() !== ROOT) return;
  const { uid, gid } = statSync(place);
  if (uid === ROOT) return;
  const below = lstatSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
  for (const name of ['', ...below]) lchownSync(join(path, name), uid, gid);
}
