/** The media library: files on their way in, where they are kept, and what sends them in any size. */
import { AssetFiles } from '../assets/asset-files.ts';
import type { FileRouteParts } from '../assets/file-routes.ts';
import { Intake } from '../assets/intake.ts';
import { Media } from '../assets/media.ts';
import type { MediaRouteParts } from '../assets/routes.ts';
import { FileCollection } from '../files/collection.ts';
import { Files } from '../files/files.ts';
import { Images } from '../files/images/images.ts';
import { Spool } from '../files/spool.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import type { SpaceParts } from './spaces.ts';

export interface MediaParts {
  readonly images: Images;
  readonly collection: FileCollection;
  /** What manages assets. */
  readonly library: MediaRouteParts;
  /** What sends their files. */
  readonly files: FileRouteParts;
}

export function composeMedia(
  { config, database, storage, clock, address, onProblem }: Foundation,
  { journal }: JournalParts,
  { environments, models }: SpaceParts,
): MediaParts {
  const spool = new Spool(config.uploadFolder);
  const files = new Files({ database, storage, spool, clock });
  const images = new Images({ folder: `${config.dataDir}/images`, ...config.images });
  const intake = new Intake({ spool, files, images });
  const bucketUrl = config.storage.kind === 's3' ? config.storage.publicUrl : null;
  return {
    images,
    collection: new FileCollection({ database, storage, spool, clock, onProblem }),
    library: {
      media: new Media({ database, journal, environments, models, intake, address }),
      upload: { spool, bytesMax: config.uploadBytesMax },
      references: { database, models },
      address,
    },
    files: { assetFiles: new AssetFiles({ database }), files, images, bucketUrl },
  };
}
