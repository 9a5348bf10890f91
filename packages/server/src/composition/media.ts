/** The media library: uploads, file storage, and serving images in any size. */
import { AssetFiles } from '../content/assets/asset-files.ts';
import type { FileRouteParts } from '../content/assets/file-routes.ts';
import { assetFileUses } from '../content/assets/file-uses.ts';
import { Intake } from '../content/assets/intake.ts';
import { Media } from '../content/assets/media.ts';
import type { MediaRouteParts } from '../content/assets/routes.ts';
import { UploadQueue } from '../content/assets/upload-queue.ts';
import { FileCollection } from '../content/files/collection.ts';
import { Files } from '../content/files/files.ts';
import { Images } from '../content/files/images/images.ts';
import { Spool } from '../content/files/spool.ts';
import type { JobWork } from '../platform/jobs/job.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import type { SpaceParts } from './spaces.ts';

export interface MediaParts {
  readonly images: Images;
  readonly collection: FileCollection;
  /** Removes uploads that a killed process left on this machine. */
  readonly leftBehind: JobWork;
  /** Manages assets. */
  readonly library: MediaRouteParts;
  /** Sends the files of assets. */
  readonly files: FileRouteParts;
  /** Stores new files. */
  readonly intake: Intake;
}

export function composeMedia(
  { config, database, storage, clock, address, pastFiles }: Foundation,
  { journal, heads }: JournalParts,
  { spaces, environments, models }: SpaceParts,
): MediaParts {
  const hasRoom = () => database.condition() !== 'full';
  const spool = new Spool(config.uploadFolder, hasRoom);
  const files = new Files({ database, storage, spool, clock });
  const images = new Images({ folder: `${config.dataDir}/images`, ...config.images, hasRoom });
  const intake = new Intake({ spool, files, images, stripsMetadata: (id) => spaces.stripsMetadata(id) });
  const { historyFilesMs: historyMs } = config;
  const bucketUrl = config.storage.kind === 's3' ? config.storage.publicUrl : null;
  return {
    images,
    collection: new FileCollection({ database, storage, uses: assetFileUses, clock, historyMs }),
    leftBehind: { run: () => spool.removeLeftBehind(clock()) },
    library: {
      media: new Media({ database, journal, environments, models, intake, address }),
      upload: { spool, line: new UploadQueue(), bytesMax: config.uploadBytesMax },
      lists: { database, models, heads },
      address,
    },
    files: { assetFiles: new AssetFiles({ database, clock, past: pastFiles, historyMs }), files, images, bucketUrl },
    intake,
  };
}
