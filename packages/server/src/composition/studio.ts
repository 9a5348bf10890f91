/** Studio: the location of its build, and the hosts from which its page may show media. */
import { join } from 'node:path';
import { PreviewFrames } from '../content/entries/preview-frames.ts';
import { BuiltStudio } from '../planes/studio/built-studio.ts';
import type { StudioParts } from '../planes/studio.ts';
import { packageFolder } from '../platform/config/package-folder.ts';
import type { Foundation } from './foundation.ts';

/** Where `scripts/build.mjs` puts it. */
const BUILD = join(packageFolder, '../studio/dist');

/** @param folder the location of another build */
export function composeStudio(
  { config, address, secret, clock }: Foundation,
  { sessions, signUp }: Pick<StudioParts, 'sessions' | 'signUp'>,
  folder = BUILD,
): StudioParts {
  const bucketUrl = config.storage.kind === 's3' ? config.storage.publicUrl : null;
  return {
    built: new BuiltStudio(folder),
    frames: new PreviewFrames(secret),
    sessions,
    signUp,
    clock,
    mediaOrigins: () => [address.url, bucketUrl].flatMap((url) => (url === null ? [] : new URL(url).origin)),
  };
}
